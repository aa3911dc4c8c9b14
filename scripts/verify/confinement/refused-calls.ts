// A seccomp(2) filter for programs in bubblewrap. Namespaces do not separate keyrings, so an example could read the tickets and
// passwords in its user's keyring; and shared memory without a file is not counted.
import { endianness } from 'node:os';

interface Machine {
  /** AUDIT_ARCH_* of linux/audit.h. */
  audit: number;
  /** add_key, request_key, keyctl, shmget, memfd_secret. */
  calls: readonly number[];
}

const machines: { readonly [Arch in string]?: Machine } = {
  x64: { audit: 0xc000003e, calls: [248, 249, 250, 29, 447] },
  arm64: { audit: 0xc00000b7, calls: [217, 218, 219, 194, 447] },
};

/** Instructions of classic BPF (linux/filter.h), and their return values (linux/seccomp.h). */
const code = { load: 0x20, jumpIfEqual: 0x15, jumpIfAtLeast: 0x35, return: 0x06 };
const verdict = { allow: 0x7fff0000, refuse: 0x00050001, kill: 0x80000000 };
const offset = { call: 0, audit: 4 };
/** Calls with this bit are those of x32, which have other numbers. */
const x32 = 0x40000000;

/** The program in the form of bubblewrap's `--seccomp`; undefined on unknown architectures. */
export function refusedCalls(arch: string = process.arch): Buffer | undefined {
  const machine = machines[arch];
  if (machine === undefined || endianness() !== 'LE') return undefined;
  const { audit, calls } = machine;
  // Every test jumps forward to «refuse», the last instruction.
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

/** `struct sock_filter`. */
function instruction(operation: number, value: number, { ifTrue = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(operation, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
