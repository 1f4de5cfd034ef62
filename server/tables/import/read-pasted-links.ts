import type { z } from 'zod';
import type { ReadLinksResult, readLinksRequest } from '#lib/contract/table-paste.ts';
import * as message from '#lib/text/messages.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { acquireCallerSlot } from '#server/items/pictures/caller-slots.ts';
import type { Database } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { isLink } from '../table/link-column.ts';
import { requireTable } from '../table/table.ts';
import { linksOfLines, readLinks } from './line-links.ts';

/**
 * The rows that pasted texts name, as a file import would read them, one request of a caller at a time. In a table that the caller may not read, no text names any.
 * @throws ApiError 422 for a column that has no links
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
  const leave = await acquireCallerSlot(caller.user.id);
  try {
    const known = await linksOfLines(database, caller, table, [field], lines);
    return texts.map((text) => readLinks(field, text, known));
  } finally {
    leave();
  }
}
