import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { TEXT_LIMITS } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { PEOPLE } from '../table/people-columns.ts';
import { columnRef, type TableColumn, typeSql } from '../table/table.ts';

type Part = RawBuilder<unknown>;

/** The part of a long text that it is sorted by: the cursor contains it. */
const TEXT_KEY = 100;
/** As many values of a list it is sorted by. */
export const LIST_KEY = 4;

/** More than the id of an option has: a cursor has ids whole, since part of one has no place. */
const ID_KEY = TEXT_LIMITS.option + 1;

export const shortText = (text: Part): Part => sql`left(${text}, ${sql.lit(TEXT_KEY)})`;

export const wholeId = (text: Part): Part => sql`left(${text}, ${sql.lit(ID_KEY)})`;

/** The part of a text by which it is sorted, and found in an index. */
export const shortKey = (text: Part): Part => sql`${shortText(text)} collate natural_order`;

/** As {@link shortText}: the first characters of a text, by their code points. */
function startOf(text: string): string {
  if (text.length <= TEXT_KEY) return text;
  return [...text.slice(0, 2 * TEXT_KEY)].slice(0, TEXT_KEY).join('');
}

/** A number as a text that the database reads as the same number. */
const numberText = (value: unknown): string | null => (typeof value === 'number' ? String(value) : null);

/** By what a filter finds rows `of`, and what an index for it contains: short, whatever a cell has. */
export function filterKeyOf(column: TableColumn, of = 'r'): Part {
  const ref = columnRef(column, of);
  return column.type === 'text' ? shortKey(ref) : ref;
}

/** What rows are sorted by in a column. */
export type ColumnOrder = {
  /** Of rows `of`: what is compared, and what an index contains. */
  own: (of?: string) => Part;
  /** What a cursor has of row `r`, as text. */
  cursorKey: Part;
  /** The same as `cursorKey`, of the column's value as it is selected (`selectedCell`); absent where that does not say it. */
  readKey?: (value: unknown) => string | null;
  /** The same as `own`, of what a cursor has. */
  ofCursor: (key: string) => Part;
};

/** Whether a column's values are people, who have an order by their names. */
export const isOfPeople = ({ options }: Pick<TableColumn, 'options'>): boolean =>
  PEOPLE.has(options.type ?? '');

/** Whether a column's values are ids, whose order is that of what they stand for. */
export const isRanked = (column: TableColumn): boolean => isChoice(column.field) || isOfPeople(column);

/** Whether rows can be sorted by a column: the database compares its values, or knows the order of its list's. */
export const hasOrder = (column: TableColumn): boolean =>
  column.type !== null || (isList(column.field) && isRanked(column));

const optionIds = ({ field }: TableColumn): string[] => (field.options ?? []).map(({ id }) => id);

/** The places of ids in their order. Of options they are written out: an index has the same expression. */
const ranksOf = (column: TableColumn): Part =>
  isOfPeople(column)
    ? sql`(select ranks from people_order)`
    : sql`${sql.lit(JSON.stringify(Object.fromEntries(optionIds(column).map((id, at) => [id, at]))))}::jsonb`;

/** Where an id stands; behind all others what is in no order: a text in place of an option, somebody unknown. */
const rankOf = (ranks: Part, id: Part): Part => sql`coalesce(${ranks} ->> ${id}, 'z' || ${shortText(id)})`;

/** Where one of a list's values stands among the others. */
export const listRank = (column: TableColumn, id: Part): Part =>
  sql`(${rankOf(ranksOf(column), id)}) collate natural_order`;

/** The part of a cell of people in row `of` by which an index finds the rows of each: the id of the first one. */
export function firstPersonOf(column: TableColumn, of = 'r'): Part {
  if (!isList(column.field)) return filterKeyOf(column, of);
  return shortKey(sql`(${sql.id(of, 'extra')} -> ${sql.lit(column.name)} ->> 0)`);
}

/**
 * Where the rows of a first person stand among those of others. In an order of lists, those of people whom nobody knows have one place: a text in place of a
 * person may begin with another one, and what follows it decides.
 */
export const placeOfFirst = (column: TableColumn, id: Part): Part =>
  isList(column.field)
    ? sql`coalesce(${ranksOf(column)} ->> ${id}, 'z') collate natural_order`
    : sql`(${rankOf(ranksOf(column), id)}) collate natural_order`;

/** A list by its first value, then by its next ones; a comma is before whatever continues a value. */
function rankOfList(ranks: Part, list: Part): Part {
  const [first, ...more] = Array.from({ length: LIST_KEY }, (_, at) =>
    rankOf(ranks, sql`(${list} ->> ${sql.lit(at)})`),
  );
  return sql.join([first, ...more.map((one) => sql`coalesce(',' || ${one}, '')`)], sql` || `);
}

function rankedOrder(column: TableColumn): ColumnOrder {
  const ranks = ranksOf(column);
  const inOrder = (part: Part): Part => sql`(${part}) collate natural_order`;
  if (!isList(column.field)) {
    const ref = columnRef(column, 'r');
    return {
      own: (of) => inOrder(rankOf(ranks, columnRef(column, of ?? 'r'))),
      cursorKey: wholeId(ref),
      ofCursor: (key) => inOrder(rankOf(ranks, sql`${key}::text`)),
    };
  }
  const list = (of = 'r') => sql`(${sql.id(of, 'extra')} -> ${sql.lit(column.name)})`;
  const values = Array.from({ length: LIST_KEY }, (_, at) => wholeId(sql`${list()} ->> ${sql.lit(at)}`));
  return {
    own: (of) => inOrder(rankOfList(ranks, list(of))),
    cursorKey: sql`case when ${list()} ->> 0 is not null then jsonb_build_array(${sql.join(values)})::text end`,
    ofCursor: (key) => inOrder(rankOfList(ranks, sql`${key}::text::jsonb`)),
  };
}

/** The order of a column's values: that of its options, of the names of people, natural order of texts. */
export function columnOrder(column: TableColumn): ColumnOrder {
  if (isRanked(column)) return rankedOrder(column);
  const ref = columnRef(column, 'r');
  if (column.type === 'text')
    return {
      own: (of) => filterKeyOf(column, of),
      cursorKey: shortText(ref),
      readKey: (value) => (typeof value === 'string' ? startOf(value) : null),
      ofCursor: (key) => sql`${key}::text`,
    };
  return {
    own: (of) => columnRef(column, of ?? 'r'),
    cursorKey: sql`${ref}::text`,
    ...(column.type === 'double precision' ? { readKey: numberText } : {}),
    ofCursor: (key) => sql`${key}::text::${typeSql(column.type ?? 'text')}`,
  };
}

/** What says that the options of a choice are in another order; null of other columns. */
export const optionsVersion = (column: TableColumn): string | null =>
  isChoice(column.field)
    ? createHash('sha256')
        .update(JSON.stringify(optionIds(column)))
        .digest('hex')
        .slice(0, 8)
    : null;

/** Whether a cursor's key is one of a list. @param fits whether something is an entry of it */
export function isCursorList(
  key: string,
  fits: (entry: unknown) => boolean = (entry) => entry === null || typeof entry === 'string',
): boolean {
  try {
    const read: unknown = JSON.parse(key);
    const isValue = (one: unknown) => fits(one) && !(typeof one === 'string' && one.includes('\0'));
    return Array.isArray(read) && read.length <= LIST_KEY && read.every(isValue);
  } catch {
    return false;
  }
}
