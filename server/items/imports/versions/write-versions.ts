import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { requireActiveImport } from '#server/items/imports/document-import.repo.ts';
import type { ImportRun } from '#server/items/imports/import-target.ts';
import { viewsAmong } from '#server/items/imports/imported-documents.repo.ts';
import { membersByEmail, storableName } from '#server/items/imports/members-by-email.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { ArchivedPerson } from '#server/platform/archives/archived-values.ts';
import { jsonOf, linesOfJson } from '#server/platform/archives/json-lines.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import {
  type ArchivedVersion,
  archivedVersion,
  VERSIONS_PATH,
} from '#server/platform/archives/version-lines.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import {
  completeVersions,
  documentsWithVersions,
  type ImportedVersion,
  insertVersions,
  lockForVersions,
} from './imported-versions.repo.ts';
import { VersionNotes } from './version-notes.ts';

/** Versions of one import, of one of its documents, and the characters of their texts. */
const VERSIONS_MAX = 100_000;
const OF_DOCUMENT_MAX = 1_000;
const CHARACTERS_MAX = 1024 ** 3;
/** A line at most, in bytes: a document may be as long as one that is imported. */
const LINE_MAX_BYTES = 48 * 1024 ** 2;
/** Versions of one transaction; fewer where they are long. */
const BATCH = 100;
const BATCH_CHARACTERS = 1_000_000;
/** Documents that are marked as complete by one transaction. */
const ENDED = 200;
const ABOVE_ALL = 2 ** 31 - 1;

/**
 * Writes the earlier versions of the documents of an archive, as they were there. Of each document they come the newest first,
 * and only those are written that are older than what is here: so a run after a kill continues, and an import that is
 * repeated writes nothing.
 * @returns what the report says of it; null for nothing
 */
export async function writeVersions(run: ImportRun): Promise<string | null> {
  if (!run.source.versions.has(VERSIONS_PATH)) return null;
  const writer = new VersionWriter(run);
  try {
    for await (const line of linesOfJson(run.source.chunks(VERSIONS_PATH), LINE_MAX_BYTES)) {
      run.signal.throwIfAborted();
      await writer.add(line);
    }
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    writer.notes.add('damaged');
  }
  await writer.end();
  return writer.notes.text();
}

class VersionWriter {
  readonly notes = new VersionNotes();
  readonly #run: ImportRun;
  /** The items here, by the ids of their documents in the archive. */
  readonly #items: ReadonlyMap<string, string>;
  /** Documents whose lines came already: each has them one after the other. */
  readonly #ended = new Set<string>();
  #toEnd: string[] = [];
  #current: string | null = null;
  #ofCurrent = 0;
  /** Whether nothing of the current one is written: it is here, or it was changed here. */
  #isComplete = false;
  /** Whether nothing of the current one was compared with what is here, as somebody who may change it. */
  #isFirst = true;
  #waiting: ArchivedVersion[] = [];
  #waitingCharacters = 0;
  #lines = 0;
  #characters = 0;

  constructor(run: ImportRun) {
    this.#run = run;
    this.#items = new Map(
      run.rows.flatMap(({ path, kind, status, item_id }) => {
        const known = run.source.known.get(path);
        return known?.id === undefined || kind !== 'document' || status === 'failed'
          ? []
          : [[known.id, item_id] as const];
      }),
    );
  }

  async add(line: string): Promise<void> {
    this.#lines += 1;
    if (this.#lines > VERSIONS_MAX || this.#characters > CHARACTERS_MAX) return this.notes.add('beyond');
    const read = archivedVersion.safeParse(jsonOf(line));
    if (!read.success) return this.notes.add('unreadable');
    const version = read.data;
    if (version.item !== this.#current) await this.#begin(version.item);
    if (this.#isComplete) return;
    this.#ofCurrent += 1;
    if (this.#ofCurrent > OF_DOCUMENT_MAX) return this.notes.add('beyond');
    this.#waiting.push(version);
    this.#waitingCharacters += version.markdown.length;
    this.#characters += version.markdown.length;
    if (this.#waiting.length >= BATCH || this.#waitingCharacters >= BATCH_CHARACTERS) await this.#write();
  }

  async end(): Promise<void> {
    await this.#finishCurrent();
    await this.#markEnded();
  }

  async #begin(document: string): Promise<void> {
    await this.#finishCurrent();
    this.#current = document;
    this.#ofCurrent = 0;
    this.#isFirst = true;
    const item = this.#items.get(document);
    const { database } = this.#run.services;
    this.#isComplete =
      this.#ended.has(document) ||
      (item !== undefined &&
        (await transact(database, (trx) => documentsWithVersions(trx, [item]))).has(item));
  }

  async #finishCurrent(): Promise<void> {
    await this.#write();
    if (this.#current === null || this.#isComplete) return;
    this.#ended.add(this.#current);
    const item = this.#items.get(this.#current);
    // Nothing is noted of a document that the importer may not change.
    if (item !== undefined && !this.#isFirst) this.#toEnd.push(item);
    if (this.#toEnd.length >= ENDED) await this.#markEnded();
  }

  async #markEnded(): Promise<void> {
    const items = this.#toEnd;
    this.#toEnd = [];
    if (items.length === 0) return;
    const { services, reading } = this.#run;
    await transact(services.database, async (trx) => {
      await requireActiveImport(trx, reading.job_id);
      await completeVersions(trx, items);
    });
  }

  /** Writes those that wait, all of the current document. */
  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingCharacters = 0;
    const item = this.#items.get(this.#current ?? '');
    if (waiting.length === 0) return;
    if (item === undefined) return this.notes.add('refused', waiting.length);
    const { services } = this.#run;
    const texts = new Map<ArchivedVersion, string>();
    for (const version of waiting) texts.set(version, await this.#rewriteText(version));
    await transact(services.database, (trx) => this.#store(trx, item, waiting, texts));
  }

  /** A text with its links to the items of this import. */
  async #rewriteText({ markdown }: ArchivedVersion): Promise<string> {
    const { resolver, services } = this.#run;
    const first = resolver.resolve(markdown, VERSIONS_PATH);
    if (first.views.length === 0) return first.text;
    const views = await viewsAmong(services.database, first.views);
    return resolver.resolve(markdown, VERSIONS_PATH, new Map(), views).text;
  }

  async #store(
    trx: Transaction,
    itemId: string,
    waiting: readonly ArchivedVersion[],
    texts: ReadonlyMap<ArchivedVersion, string>,
  ): Promise<void> {
    const { importer, reading } = this.#run;
    await requireActiveImport(trx, reading.job_id);
    const known = await lockForVersions(trx, itemId);
    if (known === 'done') return;
    if (!(await mayChange(trx, this.#run, itemId))) return this.notes.add('refused', waiting.length);
    if (known !== 'none' && this.#isFirst && !isSame(known.newest, waiting[0])) {
      this.notes.add('here');
      this.#isComplete = true;
      return;
    }
    this.#isFirst = false;
    const below = known === 'none' ? ABOVE_ALL : known.oldest;
    const fresh = new Map(
      waiting.filter(({ number }) => number < below).map((version) => [version.number, version]),
    );
    const versions = [...fresh.values()];
    const named = versions.flatMap(({ author, authors }) => [author, ...authors]);
    const people = await membersByEmail(trx, { hubId: reading.hub_id, importerId: importer.user.id }, named);
    const stored = versions.map((version) => versionHere(version, people, texts.get(version) ?? ''));
    this.notes.add('unknown', stored.filter(({ imported_authors }) => imported_authors.length > 0).length);
    await insertVersions(trx, itemId, stored);
  }
}

/** Whether the newest version here is the newest of the archive, which a run wrote that was interrupted. */
const isSame = (
  known: { number: number; changed_at: Date },
  archived: ArchivedVersion | undefined,
): boolean =>
  known.number === archived?.number && known.changed_at.getTime() === archived.changed_at.getTime();

async function mayChange(trx: Transaction, { importer }: ImportRun, itemId: string): Promise<boolean> {
  try {
    authorizeItem(await itemById(trx, importer, itemId), 'item.change');
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

function versionHere(
  { author, authors, number, name, created_at, changed_at }: ArchivedVersion,
  people: ReadonlyMap<string, string>,
  markdown: string,
): ImportedVersion {
  const accountOf = (person: ArchivedPerson | null) => people.get(person?.email?.toLowerCase() ?? '') ?? null;
  const accounts = authors.flatMap((person) => accountOf(person) ?? []);
  const others = [...(author ? [author] : []), ...authors].filter((person) => accountOf(person) === null);
  return {
    number,
    name: name?.trim() || null,
    markdown,
    created_by: accountOf(author),
    authors: accounts,
    imported_authors: [...new Set(others.map(storableName))],
    created_at,
    changed_at: created_at > changed_at ? created_at : changed_at,
  };
}
