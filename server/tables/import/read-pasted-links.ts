import type { z } from 'zod';
import type { ReadLinksResult, readLinksRequest } from '#lib/contract/table-paste.ts';
import * as message from '#lib/text/messages.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { FairScheduler } from '#server/platform/database/fair-scheduler.ts';
import { withinTime } from '#server/platform/database/within-time.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { isLink } from '../table/link-column.ts';
import { requireTable } from '../table/table.ts';
import { linksOfLines, readLinks } from './line-links.ts';

/** How long the titles of a table may be compared with pasted texts, in milliseconds, and how long one waits for that. */
const LOOKUP_MS = 10_000;

/**
 * Two lookups at a time in this process, of two people: no pictures, imports and writes wait for them, and they take no more than
 * two connections.
 */
const lookups = new FairScheduler(2, LOOKUP_MS, 1);

const tookTooLong = () =>
  new ApiError(
    503,
    'lookup_too_slow',
    'Looking for these titles took too long. Try again in a moment, or paste fewer cells at once.',
    { retryAfter: 10 },
  );

/**
 * The rows that pasted texts name, as a file import would read them, one request of a caller at a time. In a table that the caller may not read, no text names any.
 * @throws ApiError 422 for a column that has no links, 503 where the linked table can't be searched in time
 */
export async function readPastedLinks(
  database: Database,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.change'>,
  { column: wanted, texts }: z.output<typeof readLinksRequest>,
): Promise<ReadLinksResult[]> {
  const table = await requireTable(database, item);
  const links = table.columns.filter(isLink);
  const column =
    links.find(({ field }) => field.id === wanted) ?? links.find(({ field }) => field.name === wanted);
  if (!column) throw invalid({ column: [message.invalidType('Column', 'column of links')] });
  const { field } = column;
  const lines = [...new Set(texts)].map((text) => [text]);
  const leave = await lookups.acquire({ key: caller.user.id, waitedMs: 0 });
  try {
    const known = await withinTime(database, LOOKUP_MS, (trx) =>
      linksOfLines(trx, caller, table, [field], lines),
    );
    if (!known) throw tookTooLong();
    return texts.map((text) => readLinks(field, text, known));
  } finally {
    leave();
  }
}
