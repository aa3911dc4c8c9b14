// Makes a WebAssembly library that attacks the loader of Emscripten. The loader evaluates the text at an export named `__em_js__…`
// as JavaScript (EM_JS in Emscripten; DynamicLinking.md in WebAssembly/tool-conventions).

const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const text = (value: string): number[] => sized([...Buffer.from(value)]);
const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
const vector = (...entries: number[][]): number[] => [...unsigned(entries.length), ...entries.flat()];

const memoryImport = [...text('env'), ...text('memory'), 2, 0, 1];
const memoryBaseImport = [...text('env'), ...text('__memory_base'), 3, 0x7f, 0];
/** A global: an immutable i32 of value 0, the address of the text relative to the memory base of the library. */
const addressOfText = [0x7f, 0, 0x41, 0, 0x0b];

/** The bytes of a library that makes the loader evaluate this JavaScript. */
export function sideModule(javaScript: string): Buffer {
  const evaluated = [...Buffer.from(`<::>0; ${javaScript}\0`)];
  const memoryInfo = [1, ...sized([...unsigned(evaluated.length), 0, 0, 0])];
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(0, [...text('dylink.0'), ...memoryInfo]),
    ...section(2, vector(memoryImport, memoryBaseImport)),
    ...section(6, vector(addressOfText)),
    ...section(7, vector([...text('__em_js__own'), 3, 1])),
    // An active data segment, placed at the value of the imported global 0 (`__memory_base`).
    ...section(11, vector([0, 0x23, 0, 0x0b, ...sized(evaluated)])),
  ]);
}
