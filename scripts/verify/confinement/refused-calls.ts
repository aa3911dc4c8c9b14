// A seccomp(2) filter for programs in bubblewrap, which refuses two kinds of system calls. It refuses calls for keyrings, because
// namespaces do not separate keyrings, so an example could read the user's passwords. It refuses calls for shared memory without a file,
// because the limits do not count such memory.
import { endianness } from 'node:os';

interface Machine {
  /** The AUDIT_ARCH_* constant of linux/audit.h. */
  audit: number;
  /** The numbers of add_key, request_key, keyctl, shmget and memfd_secret. */
  calls: readonly number[];
}

const machines: { readonly [Arch in string]?: Machine } = {
  x64: { audit: 0xc000003e, calls: [248, 249, 250, 29, 447] },
  arm64: { audit: 0xc00000b7, calls: [217, 218, 219, 194, 447] },
};

/** Instructions of classic BPF (linux/filter.h), and the values that a filter returns (linux/seccomp.h). */
const code = { load: 0x20, jumpIfEqual: 0x15, jumpIfAtLeast: 0x35, return: 0x06 };
const verdict = { allow: 0x7fff0000, refuse: 0x00050001, kill: 0x80000000 };
const offset = { call: 0, audit: 4 };
/** The numbers of system calls of the x32 ABI have this bit set. They are not in `calls`. */
const x32 = 0x40000000;

/** The filter in the form that bubblewrap's `--seccomp` reads; undefined on unknown architectures. */
export function refusedCalls(arch: string = process.arch): Buffer | undefined {
  const machine = machines[arch];
  if (machine === undefined || endianness() !== 'LE') return undefined;
  const { audit, calls } = machine;
  // A comparison that recognises a refused call jumps forward to the last instruction, which refuses it.
  const toRefuse = (index: number): number => calls.length - index + 1;
  return Buffer.concat([
    instruction(code.load, offset.audit),
    instruction(code.jumpIfEqual, audit, { ifTrue: 1 }),
    instruction(code.return, verdict.kill),
    instruction(code.load, offset.call),
    instruction(code.jumpIfAtLeast, x32, { ifTrue: toRefuse(0) }),
    ...calls.map((call, index) => instruction(code.jumpIfEqual, call, { ifTrue: toRefuse(index + 1) })),
    instruction(code.return, verdict.allow),
    instruction(code.return, verdict.refuse),
  ]);
}

/** Encodes one instruction as `struct sock_filter`. */
function instruction(operation: number, value: number, { ifTrue = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(operation, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
