// Where a build puts bytes that it needs again only at its end: the bodies of thousands of articles are more than memory should
// hold. An interface, so that the compiler itself touches no disk.

/** Reads what was put, each time that it is asked: into the room, where it is given and there is enough of it. */
export type Reader = (room?: Uint8Array) => Uint8Array;

export interface BuildStorage {
  /** Bytes that this build alone needs. */
  put(content: Uint8Array): Reader;
  /** A pack, which the next build may need, too. */
  putPack(content: Uint8Array, sha256: string): Reader;
}

/** Of what fits: a content folder that is edited, and every test. */
export const inMemory: BuildStorage = {
  put: (content) => () => content,
  putPack: (content) => () => content,
};
