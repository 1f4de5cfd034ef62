import { sql } from 'kysely';
import type { Passage } from '#lib/passage.ts';
import { extensionOf } from '#lib/upload-types.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { ExtractResult, Failure } from '../extract/extract.ts';
import type { Task } from '../jobs/jobs.ts';
import { replacePassages } from '../search/index-item.ts';
import type { Services } from '../services.ts';
import { PREVIEW, THUMBNAIL_WIDTHS, thumbnailName } from './derived.ts';

type Subject = {
  id: string;
  hub_id: string;
  space_id: string;
  kind: string;
  title: string;
  file_sha256: string;
  file_name: string;
};

/** Faults that pass: the machine was short of something, or the process was being stopped. */
const PASSING: ReadonlySet<Failure['code']> = new Set(['aborted', 'crashed']);
/** Faults that a second try may well not have; then the file itself is the reason. */
const MAX_TRIES = 3;
/** A progress is worth a write when it has grown by this much. */
const PROGRESS_STEP = 0.05;

async function subjectOf(database: Database, itemId: string): Promise<Subject | undefined> {
  const row = await database
    .selectFrom('item')
    .select(['id', 'hub_id', 'space_id', 'kind', 'title', 'file_sha256', 'file_name'])
    .where('id', '=', itemId)
    .executeTakeFirst();
  if (!row?.file_sha256) return undefined;
  return { ...row, file_sha256: row.file_sha256, file_name: row.file_name ?? row.title };
}

async function setState(
  database: Database | Transaction,
  ids: { item: string; job: string },
  state: {
    state: 'queued' | 'running' | 'ready' | 'failed';
    code?: string;
    reason?: string;
    progress?: number;
  },
): Promise<void> {
  const reason = state.reason ?? null;
  const progress = state.progress ?? null;
  await database
    .updateTable('item')
    .set({
      processing_state: state.state,
      processing_code: state.code ?? null,
      processing_reason: reason,
      processing_progress: progress,
    })
    .where('id', '=', ids.item)
    .execute();
  await database
    .updateTable('job')
    .set({
      state: state.state,
      reason,
      progress: state.state === 'ready' ? 1 : progress,
      done: state.state === 'ready' ? 1 : 0,
      rejected: state.state === 'failed' ? 1 : 0,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', ids.job)
    .execute();
}

/** Reads an item's file: its text into the search, its preview and thumbnail into the storage, its facts into the item. */
export function processItem(services: Services): Task {
  const { database, storage, extraction, log } = services;

  async function makeThumbnail(subject: Subject, extension: string, signal: AbortSignal): Promise<boolean> {
    const width = THUMBNAIL_WIDTHS[0];
    const picture = await storage.look(subject.file_sha256, (source) =>
      extraction.thumbnail({ source, extension, width }, { signal }),
    );
    if (!picture.ok) return false;
    await storage.writeDerived(subject.file_sha256, thumbnailName(width), picture.image);
    return true;
  }

  /** Everything that search and lists know of the file changes in one moment. */
  async function store(subject: Subject, ids: { item: string; job: string }, read: Read, thumbnail: boolean) {
    const { result, passages } = read;
    const meta = { ...result.meta, thumbnail };
    await database.transaction().execute(async (trx) => {
      await replacePassages(trx, subject, passages);
      await trx
        .updateTable('item')
        .set({ meta: JSON.stringify(meta) })
        .where('id', '=', subject.id)
        .execute();
      await setState(trx, ids, { state: 'ready' });
    });
  }

  return async (payload, { signal, attempt }) => {
    const ids = { item: String(payload.item), job: String(payload.job) };
    const subject = await subjectOf(database, ids.item);
    if (!subject) return;
    await setState(database, ids, { state: 'running', progress: 0 });
    const extension = extensionOf(subject.file_name);
    let shown = 0;
    const passages: Passage[] = [];
    const result = await storage.look(subject.file_sha256, (source) =>
      extraction.extract(
        { source, extension },
        {
          signal,
          onPassages: (batch) => {
            passages.push(...batch);
          },
          onProgress: (done, total) => {
            const progress = total > 0 ? done / total : 0;
            if (progress - shown < PROGRESS_STEP) return;
            shown = progress;
            setState(database, ids, { state: 'running', progress }).catch((error: unknown) =>
              log.warn({ err: error }, 'a progress was not noted'),
            );
          },
        },
      ),
    );
    if (!result.ok) {
      if (PASSING.has(result.code) && attempt < MAX_TRIES) {
        await setState(database, ids, { state: 'queued' });
        throw new Error(`reading failed for now: ${result.code}`);
      }
      if (result.code !== 'unsupported') {
        await setState(database, ids, { state: 'failed', code: result.code, reason: result.message });
        return;
      }
    }
    const read: Read = { result: result.ok ? result : { meta: { textless: true } }, passages };
    if (result.ok && result.preview) {
      await storage.writeDerived(subject.file_sha256, PREVIEW, Buffer.from(JSON.stringify(result.preview)));
    }
    const thumbnail = await makeThumbnail(subject, extension, signal);
    await store(subject, ids, read, thumbnail);
  };
}

type Read = { result: Pick<Extract<ExtractResult, { ok: true }>, 'meta'>; passages: Passage[] };
