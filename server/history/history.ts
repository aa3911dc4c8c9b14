// The kept editions of an output folder, compared with the served one: read when it is opened, so that answers about changes need no
// disk. Holds differences, and where texts lie that have changed since. A kept edition that cannot be read is named, and stops nothing.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogueRow, cataloguePaths, tagIn } from '../../build/edition/catalogue.ts';
import {
  type ArticleChange,
  type ArticleSnapshot,
  type ArticleState,
  byDomainAndSlug,
  type ChangedPart,
  changeBetween,
  isUnchanged,
  stateOf,
  type TrustReason,
} from '../../build/edition/difference.ts';
import { byCodeUnit } from '../../build/edition/hash.ts';
import { editionsFolder, pointerFile } from '../../build/edition/locations.ts';
import type { Manifest } from '../../build/edition/manifest.ts';
import { EditionError, readEditionFile, readEditionManifest } from '../edition-files.ts';
import { comparedArticleIn, eachBody, type KeptText, keptText, type SnapshotRow, snapshotRowsIn } from './snapshots.ts';

/** What a caller may have seen of an article in an earlier edition. */
export type EarlierState = Pick<ArticleState, 'slug' | 'digest' | 'verificationStatus' | 'confidenceScore'>;

export interface EarlierArticle {
  /** Its position in the served edition. */
  position: number;
  before: EarlierState;
  parts: readonly ChangedPart[];
  trustReason: TrustReason | null;
}

export interface RemovedArticle extends Pick<ArticleState, 'id' | 'title' | 'domain'> {
  before: EarlierState;
}

/** A kept edition, by what the served one has otherwise. Each list in the order of domain and slug. */
export interface EarlierEdition extends KeptEdition {
  removed: readonly RemovedArticle[];
  /** By position. */
  changed: ReadonlyMap<number, EarlierArticle>;
  /** Positions. */
  added: readonly number[];
}

export interface IncomparableEdition extends KeptEdition {
  reason: string;
}

/** Data alone, so that one thread can hand it to another. */
export interface History {
  /** When the served edition was published, and since when it has been pointed to; undefined when it lies in no folder. */
  served: { publishedAt: Date; since: Date } | undefined;
  /** The other kept editions, newest first. */
  earlier: readonly EarlierEdition[];
  /** Those that are damaged or of another format, newest first. */
  incomparable: readonly IncomparableEdition[];
  /** Names that led to an article in a kept edition and lead elsewhere now, or nowhere: to its position, or to what it was. */
  formerNames: ReadonlyMap<string, readonly (number | RemovedArticle)[]>;
  /** Where the texts lie that articles had earlier, by their ids; the newest first. */
  texts: ReadonlyMap<string, readonly KeptText[]>;
}

/** Of an edition that lies in no folder. */
export const noHistory: History = {
  served: undefined,
  earlier: [],
  incomparable: [],
  formerNames: new Map(),
  texts: new Map(),
};

/** The parts of the served library that are compared. */
interface Served {
  buildId: string;
  articles: readonly CatalogueRow[];
  positionOfSlug: ReadonlyMap<string, number>;
  positionOfOtherName: ReadonlyMap<string, number>;
  body(position: number, name: 'json.both'): Buffer;
}

export async function readHistory(editionFolder: string, manifest: Manifest, served: Served): Promise<History> {
  const kept = await keptEditions(editionFolder);
  const publishedAt = kept.find(({ buildId }) => buildId === served.buildId)?.publishedAt;
  const pointedAt = await timeOf(join(editionFolder, pointerFile));
  const comparison = new Comparison(manifest, served);
  const earlier: EarlierEdition[] = [];
  const incomparable: IncomparableEdition[] = [];
  for (const edition of kept) {
    if (edition.buildId === served.buildId) continue;
    const folder = join(editionFolder, editionsFolder, edition.buildId);
    try {
      earlier.push({ ...edition, ...(await comparison.with(folder, edition.buildId)) });
    } catch (error) {
      const reason = error instanceof EditionError ? error.message : `cannot be read: ${error}`;
      // One that was pruned meanwhile is not kept, and no loss.
      if ((await timeOf(folder)) !== undefined) incomparable.push({ ...edition, reason });
    }
  }
  return {
    // The pointer is younger than the edition after a rollback.
    served: publishedAt && { publishedAt, since: pointedAt && pointedAt > publishedAt ? pointedAt : publishedAt },
    earlier,
    incomparable,
    formerNames: comparison.formerNames,
    texts: comparison.texts,
  };
}

/** Compares kept editions with the served one, and keeps once what several of them have alike. */
class Comparison {
  readonly formerNames = new Map<string, (number | RemovedArticle)[]>();
  readonly texts = new Map<string, KeptText[]>();
  readonly #manifest: Manifest;
  readonly #served: Served;
  /** The served articles by their ids. */
  readonly #present: ReadonlyMap<string, ArticleSnapshot>;
  /** What became of an article as some edition had it; undefined when nothing did that would be shown. */
  readonly #known = new Map<string, EarlierArticle | RemovedArticle | undefined>();
  readonly #parts = new Map<string, readonly ChangedPart[]>();

  constructor(manifest: Manifest, served: Served) {
    this.#manifest = manifest;
    this.#served = served;
    this.#present = new Map(
      served.articles.map(({ id, slug, aliases, domain, bodies }, position) => [
        id,
        {
          ...{ id, slug, aliases, domain },
          fingerprint: tagIn(bodies, 'json.both'),
          read: () => comparedArticleIn(served.body(position, 'json.both'), slug),
        },
      ]),
    );
  }

  async with(folder: string, buildId: string): Promise<Omit<EarlierEdition, keyof KeptEdition>> {
    const manifest = await readEditionManifest(folder, buildId);
    // A catalogue holds the names and the fingerprints of all articles.
    if (hashesOf(manifest) === hashesOf(this.#manifest)) return { removed: [], changed: new Map(), added: [] };
    const rows: SnapshotRow[] = [];
    for (const path of cataloguePaths(Object.keys(manifest.files)))
      for (const row of snapshotRowsIn(await readEditionFile(folder, manifest, path), path)) rows.push(row);
    const here = new Set(rows.map(({ id }) => this.#served.positionOfOtherName.get(id)));
    const differing = rows.filter((row) => !this.#isUnchanged(row));
    const unknown = differing.filter((row) => !this.#known.has(nameOf(row)));
    await eachBody(folder, manifest, unknown, (row, body) => this.#compare(row, body));
    for (const row of differing) this.#rememberText(row, keptText(folder, manifest, row));
    const found = differing.flatMap((row) => {
      const known = this.#known.get(nameOf(row));
      if (known === undefined) return [];
      this.#rememberNames(row, 'position' in known ? known.position : known);
      return [known];
    });
    const changed = found.flatMap((known) => ('position' in known ? [known] : []));
    const removed = found.flatMap((known) => ('position' in known ? [] : [known]));
    const added = this.#served.articles.map((_, position) => position).filter((position) => !here.has(position));
    return {
      removed: removed.sort((left, right) => byDomainAndSlug(namesOf(left), namesOf(right))),
      changed: new Map(
        changed
          .sort((left, right) => byDomainAndSlug(this.#row(left.position), this.#row(right.position)))
          .map((article) => [article.position, article]),
      ),
      added: added.sort((left, right) => byDomainAndSlug(this.#row(left), this.#row(right))),
    };
  }

  #isUnchanged(row: SnapshotRow): boolean {
    const now = this.#present.get(row.id);
    return now !== undefined && isUnchanged({ ...row, fingerprint: tagIn(row.bodies, 'json.both') }, now);
  }

  #compare(row: SnapshotRow, body: Buffer): void {
    const read = comparedArticleIn(body, row.slug);
    const now = this.#present.get(row.id);
    const earlier: ArticleSnapshot = { ...row, fingerprint: tagIn(row.bodies, 'json.both'), read: () => read };
    const before = stateOf(row, read);
    const became =
      now === undefined
        ? { id: row.id, title: before.title, domain: before.domain, before: earlierState(before) }
        : this.#changed(changeBetween(earlier, now));
    this.#known.set(nameOf(row), became);
  }

  #changed(change: ArticleChange | undefined): EarlierArticle | undefined {
    if (change === undefined) return undefined;
    const { before, after, parts, trustReason } = change;
    const position = this.#served.positionOfSlug.get(after.slug);
    if (position === undefined) throw new Error(`the served edition has no ${after.slug}`);
    return {
      position,
      before: earlierState(before, this.#row(position)),
      parts: this.#shared(parts),
      trustReason,
    };
  }

  #shared(parts: readonly ChangedPart[]): readonly ChangedPart[] {
    const key = JSON.stringify(parts);
    const shared = this.#parts.get(key) ?? parts;
    this.#parts.set(key, shared);
    return shared;
  }

  #rememberText({ id }: SnapshotRow, text: KeptText): void {
    const now = this.#served.positionOfOtherName.get(id);
    const known = this.texts.get(id) ?? [];
    if (now !== undefined && this.#row(now).digest === text.digest) return;
    if (known.every(({ digest }) => digest !== text.digest)) this.texts.set(id, [...known, text]);
  }

  #rememberNames({ id, slug, aliases }: SnapshotRow, article: number | RemovedArticle): void {
    const { positionOfSlug, positionOfOtherName } = this.#served;
    for (const name of [id, slug, ...aliases]) {
      if ((positionOfSlug.get(name) ?? positionOfOtherName.get(name)) === article) continue;
      const known = this.formerNames.get(name) ?? [];
      if (!known.includes(article)) this.formerNames.set(name, [...known, article]);
    }
  }

  #row(position: number): CatalogueRow {
    const row = this.#served.articles[position];
    if (row === undefined) throw new RangeError(`no article at position ${position}`);
    return row;
  }
}

/** What an edition's catalogue hashes to, part by part. */
const hashesOf = ({ files }: Manifest): string =>
  cataloguePaths(Object.keys(files))
    .map((path) => files[path]?.sha256)
    .join(' ');

/** The members that answers show, with the strings of the served row where they are equal. */
function earlierState(before: ArticleState, now?: CatalogueRow): EarlierState {
  const { slug, digest, verificationStatus, confidenceScore } = before;
  return {
    slug: slug === now?.slug ? now.slug : slug,
    digest: digest === now?.digest ? now.digest : digest,
    verificationStatus,
    confidenceScore,
  };
}

/** Names an article with everything that is compared of it. */
const nameOf = ({ id, slug, domain, aliases, bodies }: SnapshotRow): string =>
  [id, slug, domain, ...aliases, tagIn(bodies, 'json.both')].join(' ');

const namesOf = ({ domain, before }: RemovedArticle) => ({ domain, slug: before.slug });

export interface KeptEdition {
  buildId: string;
  /** When it was last published: the time of its folder, which publishing sets and pruning goes by (`build/write.ts`). */
  publishedAt: Date;
}

const buildIdPattern = /^[0-9a-f]{64}$/;

/** How a buildId is written for people. */
export const shortName = (buildId: string): string => buildId.slice(0, 12);

/** Newest first. */
export async function keptEditions(outFolder: string): Promise<KeptEdition[]> {
  const editions = join(outFolder, editionsFolder);
  const names = (await readdir(editions)).filter((name) => buildIdPattern.test(name));
  const kept = await Promise.all(
    names.map(async (buildId) => {
      const publishedAt = await timeOf(join(editions, buildId));
      return publishedAt === undefined ? [] : [{ buildId, publishedAt }];
    }),
  );
  return kept.flat().sort(newestFirst);
}

export function newestFirst(left: KeptEdition, right: KeptEdition): number {
  return right.publishedAt.getTime() - left.publishedAt.getTime() || byCodeUnit(left.buildId, right.buildId);
}

/** When a file or folder was last written; undefined when it is not there, or no longer: editions are pruned meanwhile. */
export async function timeOf(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
