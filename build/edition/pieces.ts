// Files of tables that would grow with the number of articles lie in pieces, so that no file of an edition grows without measure.
// What fits into one piece is a file like any other. A server joins the pieces; cut anywhere, none of them is a file by itself.

/** 64 MiB: as much as a disk, a copy or a check reads in a moment. */
export const pieceBytesMax = 2 ** 26;

const pieceName = /^(.+)\.\d{4}$/;

/** The pieces of a file with their paths. */
export function* piecesOf(
  path: string,
  content: Buffer,
  most = pieceBytesMax,
): Generator<[path: string, piece: Buffer]> {
  if (content.length <= most) {
    yield [path, content];
    return;
  }
  for (let at = 0, number = 0; at < content.length; at += most, number += 1)
    yield [`${path}.${String(number).padStart(4, '0')}`, content.subarray(at, at + most)];
}

/** Which files are pieces of which, by the path of the whole; a file that is whole is its own only piece. In the given order. */
export function groupPieces(paths: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const whole = pieceName.exec(path)?.[1] ?? path;
    const known = groups.get(whole);
    if (known) known.push(path);
    else groups.set(whole, [path]);
  }
  return groups;
}
