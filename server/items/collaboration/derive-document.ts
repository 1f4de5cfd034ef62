import { sql } from 'kysely';
import { noteMentions } from '#server/hubs/notifications/mention-changes.ts';
import { convertDocument } from '#server/items/documents/convert-document.ts';
import { recordVersion } from '#server/items/documents/record-version.ts';
import {
  mergeUpdates,
  type StoredDocument,
  storedDocument,
  wholeUpdate,
} from '#server/items/documents/shared-document.repo.ts';
import { renderAfterCommit } from '#server/items/item/item.service.ts';
import { queueItemIndexing } from '#server/items/item/queue-item-indexing.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const DERIVE_DOCUMENT = 'derive-document';

/** How long after an update its document is derived, in milliseconds: for a short and for a long one. */
const DELAY_MS = 2_000;
const LONG_DELAY_MS = 15_000;
const LONG_BYTES = 500_000;
/** How long a page waits for a derivation at most, in milliseconds. */
const READER_WAITS_MS = 4_000;

/** Queues the derivation of what was written, once for all that is written in the meantime. */
export async function queueDerivation(
  { jobs }: Pick<Services, 'jobs'>,
  document: { id: string; hubId: string; bytes: number },
  transaction?: Transaction,
): Promise<void> {
  const delay = document.bytes > LONG_BYTES ? LONG_DELAY_MS : DELAY_MS;
  await jobs.add(
    DERIVE_DOCUMENT,
    { item: document.id },
    {
      key: `${DERIVE_DOCUMENT} ${document.id}`,
      exclusive: `${DERIVE_DOCUMENT} ${document.id}`,
      at: new Date(Date.now() + delay),
      tenant: hubTenant(document.hubId),
      ...(transaction ? { transaction } : {}),
    },
  );
}

type DocumentItem = {
  id: string;
  hub_id: string;
  space_id: string;
  kind: 'document';
  title: string;
  content: string | null;
};

/** The job: a document's text for search, lists, reading and the API, of what its writers wrote. */
export function deriveDocumentTask(services: Services): Task {
  return {
    queue: 'indexing',
    async run({ item }) {
      if (typeof item === 'string') await deriveDocument(services, item);
    },
  };
}

/**
 * Merges the updates of a document into its state, and writes the item's Markdown, passages, revision and version
 * from it. Where others do so at the same time, they have done it.
 */
export async function deriveDocument(services: Services, itemId: string): Promise<void> {
  const { database } = services;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const stored = await storedDocument(database, itemId);
    if (!stored || stored.updates.length === 0) return;
    const state = wholeUpdate(stored);
    const derived = await convertDocument(services, Buffer.from(state), 'yjs');
    const item = await transact(database, (trx) =>
      storeDerived(services, trx, itemId, { stored, state, ...derived }),
    );
    if (item === 'missing') return;
    if (item === 'again') continue;
    services.changeEvents.publish({ about: 'item', hubId: item.hub_id, id: item.id });
    services.changeEvents.publish({ about: 'document', documentId: item.id });
    return;
  }
}

type Derived = { stored: StoredDocument; state: Uint8Array; document: string; markdown: string };

async function storeDerived(
  services: Services,
  trx: Transaction,
  itemId: string,
  { stored, state, document, markdown }: Derived,
): Promise<DocumentItem | 'again' | 'missing'> {
  const { rows } = await sql<DocumentItem>`select id, hub_id, space_id, kind, title, content from item
    where id = ${itemId} and purged_at is null for update`.execute(trx);
  const [item] = rows;
  if (!item) return 'missing';
  const ids = stored.updates.map(({ id }) => id);
  const isMerged = await mergeUpdates(trx, itemId, { generation: stored.generation, state, document, ids });
  if (!isMerged) return 'again';
  if (item.content === markdown) return item;
  const authors = stored.updates.flatMap(({ user_id }) => user_id ?? []);
  const userId = authors.at(-1) ?? null;
  await recordVersion(trx, { itemId, markdown, authors: [...new Set(authors)], isTogether: true });
  await sql`update item set content = ${markdown}, size = ${Buffer.byteLength(markdown)}, mime = 'text/markdown',
      processing_state = 'queued', version = version + 1, revision = revision + 1, updated_at = now(),
      updated_by = coalesce(${userId}::uuid, updated_by)
    where id = ${itemId}`.execute(trx);
  await noteMentions(trx, services, {
    itemId,
    hubId: item.hub_id,
    before: item.content ?? '',
    after: markdown,
    authors: stored.updates.flatMap(({ user_id }) => user_id ?? []),
    isQuiet: false,
  });
  await renderAfterCommit(services, trx, itemId, markdown);
  await queueItemIndexing(trx, [item]);
  return item;
}

/** Derives a document that has updates now, for anybody who needs all that was acknowledged of its content. */
export async function deriveIfWritten(services: Services, itemId: string): Promise<void> {
  if (await hasUpdates(services.database, itemId)) await deriveTogether(services, itemId);
}

/** Long documents that were derived for a reader less than `LONG_DELAY_MS` ago. */
const recent = new WeakMap<Services['database'], Set<string>>();

/** Whether a long document may be derived for a reader now, which it may be once in `LONG_DELAY_MS` by each process. */
function isDue({ database }: Services, itemId: string): boolean {
  const known = recent.get(database) ?? new Set<string>();
  recent.set(database, known);
  if (known.has(itemId)) return false;
  known.add(itemId);
  setTimeout(() => known.delete(itemId), LONG_DELAY_MS).unref();
  return true;
}

/**
 * The same for anybody who reads a page: what was acknowledged before is on it. While the server is too busy, the page shows what was
 * derived last after some seconds, and is rendered again by the change event.
 *
 * Each page that is open reads again after a derivation, so readers of a long document could have it derived without an end:
 * for them that happens once in a while, and later text comes with the job. Those from outside the hub cause no work at all.
 */
export async function deriveForReader(
  services: Services,
  { id: itemId, is_outsider }: { id: string; is_outsider?: boolean },
): Promise<void> {
  if (is_outsider !== false) return;
  const bytes = await writtenBytes(services.database, itemId);
  if (bytes === null || (bytes > LONG_BYTES && !isDue(services, itemId))) return;
  let timer: NodeJS.Timeout | undefined;
  const derived = deriveTogether(services, itemId).catch((error: unknown) => {
    services.log.warn({ err: error }, 'a document was not derived for its reader');
  });
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, READER_WAITS_MS);
  });
  await Promise.race([derived, limit]);
  clearTimeout(timer);
}

type Derivation = { running: Promise<void>; next: Promise<void> | null };

const derivations = new WeakMap<Services['database'], Map<string, Derivation>>();

/** Many readers of a document that is being written share a derivation: the next one, since the one that runs may lack updates. */
function deriveTogether(services: Services, itemId: string): Promise<void> {
  const own = derivations.get(services.database) ?? new Map<string, Derivation>();
  derivations.set(services.database, own);
  const known = own.get(itemId);
  if (known) {
    known.next ??= known.running.catch(() => undefined).then(() => deriveTogether(services, itemId));
    return known.next;
  }
  const running = deriveDocument(services, itemId).finally(() => own.delete(itemId));
  own.set(itemId, { running, next: null });
  return running;
}

/** How long a document with updates is, in bytes of its state and updates; null for one without. */
async function writtenBytes(database: Database, itemId: string): Promise<number | null> {
  if (!(await hasUpdates(database, itemId))) return null;
  const { rows } = await sql<{ bytes: number }>`select (octet_length(state) + (
      select coalesce(sum(octet_length(content)), 0) from document_update where item_id = ${itemId}))::float8 as bytes
    from document_state where item_id = ${itemId}`.execute(database);
  return rows[0]?.bytes ?? null;
}

async function hasUpdates(database: Database, itemId: string): Promise<boolean> {
  const { rows } = await sql`select from document_update where item_id = ${itemId} limit 1`.execute(database);
  return rows.length > 0;
}
