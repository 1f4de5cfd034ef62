import type { Place } from '#server/items/item/item.service.ts';
import { insertItemInPlace } from '#server/items/item/item.service.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { attachFiles, folderIdOf, type ImportRun, statedVisibility, targetOf } from './import-target.ts';
import { recordImported, saveSources, setSourceFacts } from './imported-documents.repo.ts';
import { factsOf, itemOf, type PreparedDocument } from './write-document.ts';

/** Documents that are written by one transaction at most, and the characters of their texts. */
const MOST = 32;
const MOST_CHARACTERS = 1_000_000;

/**
 * Whether a document may be written together with others: a new one that everybody in its space sees. One whose pictures are
 * stored already is written at once: an import that stops would leave them without it.
 */
const canBeTogether = (run: ImportRun, { row, known, document }: PreparedDocument): boolean =>
  known === undefined &&
  document.pictures.length === 0 &&
  run.reading.origin_id === null &&
  statedVisibility(run, row) === 'shared';

/** New documents that wait to be written by one transaction. */
export class DocumentBatch {
  readonly #run: ImportRun;
  #waiting: PreparedDocument[] = [];
  #characters = 0;

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** @returns whether it waits now; else it is to be written alone */
  add(prepared: PreparedDocument): boolean {
    if (!canBeTogether(this.#run, prepared)) return false;
    this.#waiting.push(prepared);
    this.#characters += prepared.document.markdown.length;
    return true;
  }

  get isFull(): boolean {
    return this.#waiting.length >= MOST || this.#characters >= MOST_CHARACTERS;
  }

  /** Those that wait, which do so no longer. */
  take(): PreparedDocument[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    return waiting;
  }
}

/** Writes new documents with the notes that they are done: all of them, or none. */
export async function writeTogether(run: ImportRun, documents: readonly PreparedDocument[]): Promise<void> {
  const { services, reading } = run;
  await transact(services.database, async (trx) => {
    const files = documents.map(({ row, reason }) => ({ position: row.position, reason }));
    const recorded = await recordImported(trx, reading.job_id, files);
    const fresh = documents.filter(({ row }) => recorded.has(row.position));
    if (fresh.length === 0) return;
    const places = new Map<string | null, Place>();
    for (const folderId of new Set(fresh.map(({ row }) => folderIdOf(run, row))))
      places.set(folderId, await targetOf(trx, run, folderId));
    // What is requested at once is one statement.
    await Promise.all(
      fresh.map(async (one) => {
        const place = places.get(folderIdOf(run, one.row));
        if (place) await insertItemInPlace(trx, place, { ...itemOf(run, one), visibility: 'shared' });
      }),
    );
    await setSourceFacts(
      trx,
      fresh.map((one) => factsOf(run, one)),
    );
    for (const { row } of fresh) await attachFiles(trx, run, row);
    await saveSources(
      trx,
      reading,
      fresh.map(({ row, sha256, document }) => {
        return { itemId: row.item_id, path: row.path, sha256, markdown: document.markdown };
      }),
    );
  });
}
