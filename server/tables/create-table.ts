import { sql } from 'kysely';
import { z } from 'zod';
import type { createItemRequest } from '#lib/contract/item.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { createViewRequest, VIEWS_MAX } from '#lib/contract/table-views.ts';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import { CONTACT_RECORD } from '#lib/fields/contact-record.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import type { ItemView, NewItem } from '#server/items/item/item.repo.ts';
import {
  insertItemInPlace,
  NO_FILE,
  type Place,
  requireFolder,
  requireItemView,
  type SignedIn,
} from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { invalid, invalidFields } from '#server/platform/http/api-error.ts';
import { parse } from '#server/platform/http/parse.ts';
import type { Services } from '#server/platform/services.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import { addValueColumn, insertColumn, newColumnName } from './columns/column.repo.ts';
import { readSentColumn, refuseLinked, type SentColumn, storedType } from './columns/column-definition.ts';
import { withHubCurrency } from './columns/hub-currency.ts';
import { namedColumns } from './columns/named-columns.ts';
import { indexUnique } from './columns/unique-values.ts';
import { createRows } from './rows/row.repo.ts';
import { requireTable } from './table/table.ts';
import { insertView } from './views/view.service.ts';

type Creation = z.output<typeof createItemRequest>;

export type FirstColumn = { field: FieldDefinition; options: ColumnOptions };

const FIRST_COLUMN = { name: 'name', label: 'Name', type: 'text', required: false };

/** The columns of a new table. @throws ApiError 422 for columns that the field engine refuses. */
async function firstColumns(
  { database }: Services,
  hubId: string,
  { kind, content }: Pick<Creation, 'kind' | 'content'>,
): Promise<FirstColumn[]> {
  if (typeof content === 'string')
    throw invalid({ content: ['The content of a table is an object with its columns.'] });
  const sentColumns: readonly unknown[] =
    content?.columns ?? (kind === 'contact' ? [...CONTACT_RECORD] : [FIRST_COLUMN]);
  if (sentColumns.length > COLUMNS_MAX)
    throw invalid({ 'content.columns': [`A table has ${COLUMNS_MAX} columns at most`] });
  const completed = await withHubCurrency(database, hubId, sentColumns.filter(isRecord));
  const columns = sentColumns.map((one) => (isRecord(one) ? (completed.shift() ?? one) : one));
  const split = columns.map((one, at): SentColumn => {
    if (!isRecord(one)) return { definition: {}, options: {} };
    const prefix = `content.columns[${at}].`;
    const sent = readSentColumn(one, [], prefix);
    refuseLinked(sent.options, prefix);
    return sent;
  });
  const definitions = columns.map((one, at) => (isRecord(one) ? split[at]?.definition : one));
  const read = readFields(namedColumns(definitions), { newId, fields: 2 * COLUMNS_MAX });
  if (read.ok) return read.fields.map((field, at) => ({ field, options: split[at]?.options ?? {} }));
  throw invalidFields(
    read.problems.map((problem) => ({
      ...problem,
      path: problem.path.replace(/^fields/, 'content.columns'),
    })),
  );
}

/** Gives an item rows and columns: a database table, created in the transaction that creates the item. */
async function makeTable(trx: Transaction, itemId: string, columns: readonly FirstColumn[]): Promise<void> {
  await trx.insertInto('user_table').values({ item_id: itemId }).execute();
  await createRows(trx, itemId);
  for (const [at, { field, options }] of columns.entries()) {
    const name = await newColumnName(trx, itemId);
    if (name === null) throw new Error('a new table has room for its columns');
    const column = { field, name, type: storedType(field, options), revision: 1, options };
    await addValueColumn(trx, itemId, name, column.type);
    await indexUnique(trx, itemId, column);
    await insertColumn(trx, itemId, column, at + 1);
  }
  await sql`update item set meta = meta || '{"rows": 0}' where id = ${itemId}`.execute(trx);
}

const viewsOf = z.object({
  content: z.object({ views: z.array(createViewRequest).max(VIEWS_MAX).default([]) }).optional(),
});

/** The views of a new table. @throws ApiError 422 by the path of what does not fit */
function readViews(content: Creation['content']): z.output<typeof createViewRequest>[] {
  parse(viewsOf, { content });
  return viewsOf.parse({ content }).content?.views ?? [];
}

/** Creates an item with rows: a table with its columns and views, or a contact list. */
export async function createTable(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  { kind, title, parent, visibility = 'shared', content }: Creation,
): Promise<ItemView> {
  const fields = await firstColumns(services, space.hub_id, { kind, content });
  const views = readViews(content);
  return inTransaction(services, async (trx) => {
    const folder = parent ? await requireFolder(trx, caller, space.id, parent) : null;
    const made = await insertTable(trx, caller, { space, folder }, { kind, title, visibility, fields });
    const table = views.length > 0 ? await requireTable(trx, authorizeItem(made, 'item.change')) : null;
    if (table) for (const [at, view] of views.entries()) await insertView(trx, caller, table, view, at + 1);
    return made;
  });
}

/** Makes an item with the columns of a table, and no rows yet. */
export async function insertTable(
  trx: Transaction,
  caller: SignedIn,
  place: Place,
  {
    fields,
    id = newId(),
    ...own
  }: Pick<NewItem, 'kind' | 'title' | 'visibility'> & { id?: string; fields: readonly FirstColumn[] },
): Promise<ItemView> {
  await insertItemInPlace(trx, place, { ...NO_FILE, ...own, id, created_by: caller.user.id });
  await makeTable(trx, id, fields);
  return requireItemView(trx, caller, id);
}

/** Creates a table whose columns a file brings: with the one that a new table has until then. */
export async function createTableForFile(
  services: Services,
  trx: Transaction,
  caller: SignedIn,
  place: Place,
  own: Pick<NewItem, 'title' | 'visibility'> & { id?: string },
): Promise<ItemView> {
  const fields = await firstColumns(services, place.space.hub_id, { kind: 'table', content: undefined });
  return insertTable(trx, caller, place, { ...own, kind: 'table', fields });
}
