// Compares the served edition with the earlier editions that its folder still keeps. This happens once, when the served edition is opened,
// so that answers about changes need no disk. The result holds the differences and the locations of changed texts. A kept edition that
// cannot be read is listed as incomparable, and the other editions are still compared.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CatalogueRow, cataloguePaths, tagIn } from '../../build/edition/catalogue.ts';
import {
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
import { buildIdPattern, EditionError, readEditionFile, readEditionManifest } from '../edition-files.ts';
import {
  comparedArticleIn,
  earlierText,
  type KeptText,
  keptText,
  type SnapshotRow,
  snapshotRowsIn,
} from './snapshots.ts';

/** An article in an earlier edition, as answers show it. */
export type EarlierState = Pick<ArticleState, 'slug' | 'digest' | 'verificationStatus' | 'confidenceScore'>;

export interface EarlierArticle {
  /** The position of the article in the served edition. */
  position: number;
  before: EarlierState;
  parts: readonly ChangedPart[];
  trustReason: TrustReason | null;
}

export interface RemovedArticle extends Pick<ArticleState, 'id' | 'title' | 'domain'> {
  before: EarlierState;
}

/** A kept edition, described by its differences from the served one. Each list is ordered by domain and slug. */
export interface EarlierEdition extends KeptEdition {
  removed: readonly RemovedArticle[];
  /** Position in the served edition → the changed article. */
  changed: ReadonlyMap<number, EarlierArticle>;
  /** Positions, in the served edition, of the articles that the kept edition does not have. */
  added: readonly number[];
}

export interface IncomparableEdition extends KeptEdition {
  reason: string;
}

export interface History {
  /** When the served edition was published, and since when it is served. Undefined when the edition is not read from a folder. */
  served: { publishedAt: Date; since: Date } | undefined;
  /** The other kept editions, newest first. */
  earlier: readonly EarlierEdition[];
  /** Editions that are damaged or of another format, newest first. */
  incomparable: readonly IncomparableEdition[];
  /**
   * A slug, alias or id that a kept edition contains and the served one does not → the articles that had it. A number is an article's
   * position in the served edition.
   */
  formerNames: ReadonlyMap<string, readonly (number | RemovedArticle)[]>;
  /** Id of an article → its earlier texts, newest first. */
  texts: ReadonlyMap<string, readonly KeptText[]>;
}

/** The history of an edition that is not in a folder. */
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
  body(position: number, name: 'json.both'): Buffer;
}

export async function readHistory(editionFolder: string, served: Served): Promise<History> {
  const kept = await keptEditions(editionFolder);
  const publishedAt = kept.find(({ buildId }) => buildId === served.buildId)?.publishedAt;
  const pointedAt = await timeOf(join(editionFolder, pointerFile));
  const comparison = new Comparison(served);
  const earlier: EarlierEdition[] = [];
  const incomparable: IncomparableEdition[] = [];
  for (const edition of kept) {
    if (edition.buildId === served.buildId) continue;
    const folder = join(editionFolder, editionsFolder, edition.buildId);
    try {
      earlier.push({ ...edition, ...(await comparison.with(folder, edition.buildId)) });
    } catch (error) {
      const reason = error instanceof EditionError ? error.message : `cannot be read: ${error}`;
      // An edition that was pruned meanwhile is skipped.
      if ((await timeOf(folder)) !== undefined) incomparable.push({ ...edition, reason });
    }
  }
  return {
    // After a rollback the pointer file is newer than the edition that it names.
    served: publishedAt && { publishedAt, since: pointedAt && pointedAt > publishedAt ? pointedAt : publishedAt },
    earlier,
    incomparable,
    formerNames: comparison.formerNames,
    texts: comparison.texts,
  };
}

/** A changed or removed article; undefined when the article has no change that answers show. */
type Outcome = EarlierArticle | RemovedArticle | undefined;

/** Compares each kept edition with the served edition. The newest kept edition must come first. */
class Comparison {
  readonly formerNames = new Map<string, (number | RemovedArticle)[]>();
  readonly texts = new Map<string, KeptText[]>();
  readonly #rows: readonly CatalogueRow[];
  /** The served articles by their ids. */
  readonly #present: ReadonlyMap<string, { position: number; row: CatalogueRow; snapshot: ArticleSnapshot }>;
  /**
   * The results of comparisons. The key consists of all compared fields of the earlier article. Most articles are identical in several
   * kept editions, so each is read and compared only once.
   */
  readonly #outcomes = new Map<string, Outcome>();

  constructor({ articles, body }: Served) {
    this.#rows = articles;
    this.#present = new Map(
      articles.map((row, position) => [
        row.id,
        { position, row, snapshot: snapshotOf(row, () => body(position, 'json.both')) },
      ]),
    );
  }

  async with(folder: string, buildId: string): Promise<Pick<EarlierEdition, 'removed' | 'changed' | 'added'>> {
    const manifest = await readEditionManifest(folder, buildId);
    const here = new Set<string>();
    const found: { row: SnapshotRow; text: KeptText; outcome: Outcome }[] = [];
    for (const path of cataloguePaths(Object.keys(manifest.files))) {
      for (const row of snapshotRowsIn(await readEditionFile(folder, manifest, path), path)) {
        here.add(row.id);
        const text = keptText(folder, manifest, row);
        const snapshot = snapshotOf(row, () => earlierText(text).body('json.both'));
        const now = this.#present.get(row.id);
        if (now !== undefined && isUnchanged(snapshot, now.snapshot)) continue;
        found.push({ row, text, outcome: await this.#outcomeOf(snapshot) });
      }
    }
    // Names and texts are stored only after the whole edition has been read, so that an unreadable edition adds none.
    for (const { row, text, outcome } of found) {
      this.#rememberText(row.id, text);
      if (outcome !== undefined) this.#rememberNames(row, 'position' in outcome ? outcome.position : outcome);
    }
    const outcomes = found.flatMap(({ outcome }) => outcome ?? []);
    const changed = outcomes.filter((outcome) => 'position' in outcome);
    const removed = outcomes.filter((outcome) => 'id' in outcome);
    const added = this.#rows.flatMap(({ id }, position) => (here.has(id) ? [] : [position]));
    return {
      removed: inOrder(removed, ({ domain, before }) => ({ domain, slug: before.slug })),
      changed: new Map(inOrder(changed, ({ position }) => this.#row(position)).map((one) => [one.position, one])),
      added: inOrder(added, (position) => this.#row(position)),
    };
  }

  async #outcomeOf(earlier: ArticleSnapshot): Promise<Outcome> {
    const { id, slug, domain, aliases, fingerprint } = earlier;
    const name = [id, slug, domain, ...aliases, fingerprint].join(' ');
    if (!this.#outcomes.has(name)) {
      this.#outcomes.set(name, this.#compare(earlier));
      // After every 16 articles, which take a few milliseconds, the event loop answers waiting requests.
      if (this.#outcomes.size % 16 === 0) await setImmediate();
    }
    return this.#outcomes.get(name);
  }

  #compare(earlier: ArticleSnapshot): Outcome {
    const now = this.#present.get(earlier.id);
    if (now === undefined) {
      const before = stateOf(earlier, earlier.read());
      return { id: earlier.id, title: before.title, domain: before.domain, before: shownOf(before) };
    }
    const change = changeBetween(earlier, now.snapshot);
    if (change === undefined) return undefined;
    const { before, parts, trustReason } = change;
    return { position: now.position, before: shownOf(before), parts, trustReason };
  }

  #rememberText(id: string, text: KeptText): void {
    const known = this.texts.get(id) ?? [];
    const digests = [this.#present.get(id)?.row.digest, ...known.map(({ digest }) => digest)];
    if (!digests.includes(text.digest)) this.texts.set(id, [...known, text]);
  }

  #rememberNames({ id, slug, aliases }: SnapshotRow, article: number | RemovedArticle): void {
    const row = typeof article === 'number' ? this.#row(article) : undefined;
    const present = row === undefined ? [] : [row.id, row.slug, ...row.aliases];
    for (const name of [id, slug, ...aliases].filter((name) => !present.includes(name))) {
      const known = this.formerNames.get(name) ?? [];
      if (!known.includes(article)) this.formerNames.set(name, [...known, article]);
    }
  }

  #row(position: number): CatalogueRow {
    const row = this.#rows[position];
    if (row === undefined) throw new RangeError(`no article at position ${position}`);
    return row;
  }
}

const snapshotOf = (
  { id, slug, aliases, domain, bodies }: Pick<CatalogueRow, 'id' | 'slug' | 'aliases' | 'domain' | 'bodies'>,
  body: () => Buffer,
): ArticleSnapshot => ({
  ...{ id, slug, aliases, domain },
  fingerprint: tagIn(bodies, 'json.both'),
  read: () => comparedArticleIn(body(), slug),
});

/** The fields that answers show. */
const shownOf = ({ slug, digest, verificationStatus, confidenceScore }: ArticleState): EarlierState => ({
  ...{ slug, digest, verificationStatus, confidenceScore },
});

function inOrder<Item>(items: Item[], nameOf: (item: Item) => Pick<CatalogueRow, 'domain' | 'slug'>): Item[] {
  return items.sort((left, right) => byDomainAndSlug(nameOf(left), nameOf(right)));
}

export interface KeptEdition {
  buildId: string;
  /** When the edition was last published. This is the modification time of its folder, which `build/write.ts` sets and uses for pruning. */
  publishedAt: Date;
}

/** The short form of a buildId, for people. */
export const shortName = (buildId: string): string => buildId.slice(0, 12);

/** The editions in an output folder, newest first. */
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

/** When a file or folder was last written; undefined when it does not exist, such as after its edition was pruned. */
export async function timeOf(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
