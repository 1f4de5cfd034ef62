import type { Passage } from '#lib/text/passage.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import { previewName, THUMBNAIL_WIDTHS } from '#server/items/pictures/derived.ts';
import { renderPicture } from '#server/items/pictures/picture.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ExtractResult, Failure } from '#server/platform/extraction/extract.ts';
import { isStorageFull } from '#server/platform/http/storage-full.ts';
import { batchCount, preparePassages, writePassageBatch } from '#server/platform/indexing/index-item.ts';
import type { IndexedItem } from '#server/platform/indexing/prepare-items.ts';
import type { Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { type ItemJob, progressWriter, setProcessingState } from './item-state.ts';

type Subject = {
  id: string;
  hub_id: string;
  space_id: string;
  kind: string;
  title: string;
  file_sha256: string;
  file_name: string;
};

/** What was extracted from a file; text that can't be extracted is no error. */
type Reading = { meta: object; preview?: object; passages: Passage[] };

/**
 * A reader that crashed may have been short of memory: it is tried this often before the file counts as the
 * cause.
 */
const CRASHES = 3;

const DISK_FULL =
  'The disk of this Hubkeep is full. Ask whoever runs it to make room, then read this file again.';

async function subjectOf(
  database: Database | Transaction,
  itemId: string,
  lock = false,
): Promise<Subject | undefined> {
  const query = database
    .selectFrom('item')
    .select(['id', 'hub_id', 'space_id', 'kind', 'title', 'file_sha256', 'file_name'])
    .where('id', '=', itemId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row?.file_sha256) return undefined;
  return { ...row, file_sha256: row.file_sha256, file_name: row.file_name ?? row.title };
}

/** Reads an item's file: its text into the search, its preview and thumbnail into the storage, its facts into the item. */
export function processItem(services: Services): Task {
  const { database, changeEvents } = services;
  return {
    queue: 'files',
    async run(payload, { signal, attempt }) {
      const ids = idsOf(payload);
      const subject = await subjectOf(database, ids.item);
      if (!subject) return;
      await setProcessingState(database, ids, { state: 'running', progress: 0 });
      const read = await readFile(services, subject, ids, signal);
      if ('passages' in read) {
        await store(services, subject, ids, read, signal).catch(async (error: unknown) => {
          if (!isStorageFull(error)) throw error;
          services.log.error({ err: error }, 'no room for what was read');
          await setProcessingState(database, ids, {
            state: 'failed',
            code: 'storage_full',
            reason: DISK_FULL,
          });
        });
      } else if (read.code === 'aborted' || (read.code === 'crashed' && attempt < CRASHES)) {
        await setProcessingState(database, ids, { state: 'queued' });
        throw new Error(`the file could not be read for now: ${read.code}`);
      } else {
        await setProcessingState(database, ids, { state: 'failed', code: read.code, reason: read.message });
      }
      changeEvents.publish({ about: 'item', hubId: subject.hub_id, id: subject.id });
    },
    async giveUp(payload) {
      await setProcessingState(database, idsOf(payload), {
        state: 'failed',
        code: 'interrupted',
        reason:
          'Reading this file was interrupted too often. Try again; if it happens again, the file may be damaged.',
      });
    },
  };
}

function idsOf(payload: TaskPayload): ItemJob {
  return { item: String(payload.item), job: String(payload.job) };
}

async function readFile(
  { database, storage, extraction }: Services,
  subject: Subject,
  ids: ItemJob,
  signal: AbortSignal,
): Promise<Reading | Failure> {
  const passages: Passage[] = [];
  const progress = progressWriter(database, ids);
  const result: ExtractResult = await storage.look(subject.file_sha256, (source) =>
    extraction.extract(
      { source, extension: extensionOf(subject.file_name) },
      {
        signal,
        onProgress: progress.note,
        onPassages: (batch) => {
          passages.push(...batch);
        },
      },
    ),
  );
  await progress.settled();
  if (result.ok) return { meta: result.meta, preview: result.preview, passages };
  return result.code === 'unsupported' ? { meta: { textless: true }, passages: [] } : result;
}

async function makeThumbnail(services: Services, subject: Subject, signal: AbortSignal): Promise<boolean> {
  const { id: itemId, file_sha256: sha256, file_name } = subject;
  const request = { itemId, sha256, extension: extensionOf(file_name), width: THUMBNAIL_WIDTHS[0] };
  return (await renderPicture(services, request, { signal })) !== null;
}

/**
 * Publishes what was extracted. What takes long is computed before any transaction, and written batch by
 * batch, so that a rename or move of the item waits for no more than one; with the last one it is ready.
 */
async function store(
  services: Services,
  subject: Subject,
  ids: ItemJob,
  { meta, preview, passages }: Reading,
  signal: AbortSignal,
): Promise<void> {
  const { database, storage } = services;
  if (preview) {
    const bytes = Buffer.from(JSON.stringify(preview));
    await storage.writeDerived(subject.file_sha256, previewName(subject.id), bytes);
  }
  const thumbnail = await makeThumbnail(services, subject, signal);
  let prepared = await preparePassages(database, subject, passages, signal);
  for (let batch = 0; batch < batchCount(prepared); ) {
    signal.throwIfAborted();
    const done = await transact(database, async (trx) => {
      const now = await subjectOf(trx, subject.id, true);
      if (!now) return { how: 'gone' as const };
      if (!isFoundAlike(now, prepared.item)) return { how: 'changed' as const, now };
      if (!(await writePassageBatch(trx, prepared, batch))) return { how: 'replaced' as const };
      if (batch === batchCount(prepared) - 1) {
        await setProcessingState(trx, ids, { state: 'ready', meta: { ...meta, thumbnail } });
      }
      return { how: 'written' as const };
    });
    if (done.how === 'gone') return;
    // It was renamed or moved since it was prepared.
    if (done.how === 'changed') prepared = await preparePassages(database, done.now, passages, signal);
    batch = done.how === 'written' ? batch + 1 : 0;
  }
}

/** Whether both are indexed under the same title, at the same place. */
function isFoundAlike(one: IndexedItem, other: IndexedItem): boolean {
  return one.title === other.title && one.kind === other.kind && one.space_id === other.space_id;
}
