import type { EmbeddedLook, EmbeddedView, EmbedsQuery } from '#lib/contract/preview.ts';
import { amountText } from '#lib/fields/amount-text.ts';
import { displayNumber, displayTime } from '#lib/fields/display-value.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { colorOfOption } from '#lib/fields/option-colors.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { withinTime } from '#server/platform/database/within-time.ts';
import { listRowPage, readTableConsistently } from '../lists/list-rows.ts';
import { withCurrentOrder } from '../lists/use-stored-order.ts';
import { type LinkedValues, readLinkedValues } from '../rows/linked-values.ts';
import { presentRow } from '../rows/row.presenter.ts';
import { cellText } from '../table/cell-text.ts';
import { PEOPLE, withoutPeople } from '../table/people-columns.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { viewOfCaller } from '../views/view.service.ts';
import { shownTable } from './shown-table.ts';

/** What of a view stands in a document at a time. */
const ROWS = 100;
const COLUMNS = 12;
/** Characters of their texts, so that a document with several views stays light; the first ten rows are shown whatever they have. */
const TEXT_MAX = 40_000;
const ROWS_MIN = 10;
/** Characters of a cell. */
const CELL_MAX = 300;
/** The stars of a rating that does not say how many it has. */
const STARS = 5;
/** In place of what the reader may not see. */
const RESTRICTED = '…';

/** How long a query for it may take. */
const TIME_MAX_MS = 3000;

type Row = ReturnType<typeof presentRow>;
type Format = { locale: string | undefined; timeZone: string | undefined };
type Names = ReadonlyMap<string, string>;

/** The names of people in a column; those of the row's own come with it. */
function peopleText(value: unknown, { created_by, updated_by }: Row, names: Names): string {
  const known = new Map([created_by, updated_by].map(({ id, name }) => [id, name]));
  const ids = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return ids.map((id) => names.get(String(id)) || known.get(String(id)) || RESTRICTED).join('; ');
}

/** What a lookup shows is written as in its own table. */
function textOf(column: TableColumn, row: Row, { sources, namesById }: LinkedValues, format: Format): string {
  const { values, linked = {} } = row;
  const value = values[column.field.name];
  const source = sources.get(column.field.id);
  const { options } = source ?? column;
  if (PEOPLE.has(options.type ?? '')) return peopleText(value, row, namesById);
  if (options.type === 'link' || options.type === 'attachment' || source?.field.type === 'file') {
    const titles = (Array.isArray(value) ? value : []).map((one) => {
      const other = linked[String(one)];
      if (other && 'title' in other) return other.title;
      return isRecord(one) && typeof one.name === 'string' ? one.name : RESTRICTED;
    });
    return titles.join('; ');
  }
  if (source && Array.isArray(value)) return value.map((one) => valueText(source, one, format)).join('; ');
  return valueText(source ?? column, value, format);
}

function valueText({ field, options }: TableColumn, value: unknown, { locale, timeZone }: Format): string {
  if (typeof value === 'number')
    return amountText(value, options.type ?? null, options.currency, locale) ?? displayNumber(value, locale);
  const { type } = field;
  if (typeof value === 'string' && (type === 'date' || type === 'time' || type === 'datetime'))
    return displayTime(type, value, locale, timeZone);
  return cellText(field, value);
}

/** What is chosen in a cell, as far as its text would be shown. */
function tagsOf({ field, options }: TableColumn, value: unknown): NonNullable<EmbeddedLook['tags']>[number] {
  const chosen = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  const tags = chosen.map((one) => {
    const color = colorOfOption(options.option_colors, { id: String(one) });
    return { label: cellText(field, one), ...(color ? { color } : {}) };
  });
  let length = 0;
  return tags.filter(({ label }) => {
    length += label.length;
    return length <= CELL_MAX;
  });
}

/** Of a rollup: what it counts or adds up is a number, also where it is written by itself. */
const isTotal = ({ options: { type, function: name } }: TableColumn): boolean =>
  type === 'rollup' && (name === 'count' || name === 'sum' || name === 'avg');

/** How the cells of a column are shown: those of a lookup as in its own table. */
function lookOf(column: TableColumn, source: TableColumn | undefined, rows: readonly Row[]): EmbeddedLook {
  const written = source ?? column;
  const { field, options } = written;
  if (isChoice(field))
    return { kind: 'tags', tags: rows.map(({ values }) => tagsOf(written, values[column.field.name])) };
  if (options.type === 'rating') return { kind: 'stars', most: options.max ?? STARS };
  return { kind: field.type === 'number' || isTotal(column) ? 'end' : 'plain' };
}

/**
 * The first rows of a view as texts, or without one of the table, or those after a cursor, for a document that embeds it: by the rights
 * of its reader, who sees the table. Null for a view that is not there, is somebody else's, whose filter can't be applied any more, or that takes
 * too long to read.
 * @throws ApiError 422 for a cursor that is none of its order
 */
export async function embeddedView(
  database: Database,
  caller: Caller,
  item: Authorized<ItemView, 'item.download'>,
  query: EmbedsQuery,
): Promise<EmbeddedView | null> {
  const hub = await database
    .selectFrom('hub')
    .select(['locale', 'time_zone'])
    .where('id', '=', item.hub_id)
    .executeTakeFirstOrThrow();
  // Nobody outside of the hub learns who belongs to it.
  const isMember = item.is_outsider === false;
  const format = { isMember, locale: hub.locale ?? undefined, timeZone: hub.time_zone ?? undefined };
  return readTableConsistently(database, item, (table) =>
    withCurrentOrder(database, (begin) =>
      withinTime(database, TIME_MAX_MS, (trx) => {
        begin(trx);
        return readView(trx, caller, table, query, format);
      }),
    ),
  );
}

async function readView(
  trx: Transaction,
  caller: Caller,
  table: Table,
  { view: viewId, after }: EmbedsQuery,
  { isMember, ...format }: Format & { isMember: boolean },
): Promise<EmbeddedView | null> {
  const whole = { name: table.item.title, columns: [], sort: [], filter: null };
  const named = viewId !== undefined && isId(viewId) ? await viewOfCaller(trx, caller, table, viewId) : null;
  const view = viewId === undefined ? whole : named;
  if (!view) return null;
  const columns = shownTable(table, view, isMember).columns.slice(0, COLUMNS);
  const sort = view.sort.length > 0 ? view.sort.join(',') : undefined;
  const compared = isMember ? table : withoutPeople(table);
  const list = (size: number) =>
    listRowPage(
      { database: trx, caller },
      table,
      { page: 1, page_size: size, after },
      { filter: view.filter, sort },
      compared,
    );
  const found = await list(ROWS);
  const linked = await readLinkedValues(trx, caller, table, found.rows);
  const rows = found.rows.map((one) => presentRow(table, one, { isOutsider: !isMember, linked }));
  const texts = rows.map((row) =>
    columns.map((column) => textOf(column, row, linked, format).slice(0, CELL_MAX)),
  );
  const shown = fitting(texts);
  const { next } = shown.length < texts.length ? await list(shown.length) : found;
  return {
    name: view.name,
    columns: columns.map(({ field }) => field.label),
    looks: columns.map((column) =>
      lookOf(column, linked.sources.get(column.field.id), rows.slice(0, shown.length)),
    ),
    rows: shown,
    is_later: after !== undefined,
    has_more: next !== null,
    next,
  };
}

/** The first rows whose texts are not too long together. */
function fitting(rows: string[][]): string[][] {
  let length = 0;
  const tooLongAt = rows.findIndex((row, at) => {
    length += row.join('').length;
    return at >= ROWS_MIN && length > TEXT_MAX;
  });
  return tooLongAt < 0 ? rows : rows.slice(0, tooLongAt);
}
