import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isTransaction } from '#server/platform/database/in-transaction.ts';
import { withinTime } from '#server/platform/database/within-time.ts';
import { rowTableOf } from '../table/table.ts';
import { withPeopleOrder } from './people-order.ts';
import { type ListedRow, type Reading, readRows } from './read-rows.ts';
import {
  afterSql,
  beforeSql,
  orderSql,
  type RowCursor,
  reverseOrderSql,
  type SortKey,
  type TraversedRows,
} from './row-order.ts';
import { firstPersonOf, placeOfFirst, shortText } from './sort-key.ts';

type Part = RawBuilder<unknown>;

/**
 * How long a statement may take, in milliseconds, until all rows are sorted after all: one that traverses people, and one for which the rows of
 * each are counted, whose time grows with the rows as that of sorting does, but less.
 */
const MOST_MS = { traversed: 500, counted: 2_000 };
/** The most people, and texts in place of people, that are traversed. */
const PEOPLE_MAX = 2_000;
/** Pages behind so few rows are read with these; for others the rows of each person are counted first. */
const NEAR = 500;

/** The rows that are alike in their first person: `values` are their ids; null of rows without any, which come last. */
type RowsOfPerson = { values: string[] | null };

/** How the rows of people are read: by which people, in the order of what is read. */
type Traversal = Reading & {
  first: SortKey;
  /** Of one person, whose rows are not alike in what is compared: lists, by their further people. */
  isList: boolean;
  isBackwards: boolean;
};

/** The order of rows that have the same first person. */
function innerKeys({ keys, isList }: Traversal, { values }: RowsOfPerson): readonly SortKey[] {
  return isList && values !== null ? keys : keys.slice(1);
}

const innerOrder = (traversal: Traversal, rows: RowsOfPerson): Part =>
  (traversal.isBackwards ? reverseOrderSql : orderSql)(innerKeys(traversal, rows));

/** What is true of the rows of a person. */
function ofPerson({ first }: Traversal, { values }: RowsOfPerson): Part {
  const person = firstPersonOf(first.column);
  if (values === null) return sql`${person} is null`;
  const [only, ...more] = values;
  return more.length === 0 ? sql`${person} = ${only}::text` : sql`${person} = any(${values}::text[])`;
}

/** Rows of the same first person behind a cursor, in the direction that is read. */
function beyond(traversal: Traversal, rows: RowsOfPerson, cursor: RowCursor): Part {
  const keys = innerKeys(traversal, rows);
  const inner = { ...cursor, keys: cursor.keys.slice(cursor.keys.length - keys.length) };
  return (traversal.isBackwards ? beforeSql : afterSql)(keys, inner);
}

/** Some rows of people of whom each has one id, person after person: of each of them no more than a page is read. */
function rowsOfSeveral(traversal: Traversal, people: readonly RowsOfPerson[], limit: number): TraversedRows {
  const { table, first, where } = traversal;
  const ids = people.flatMap(({ values }) => values ?? []);
  const order = innerOrder(traversal, people[0] ?? { values: null });
  const own = [...where, sql`${firstPersonOf(first.column)} = person.id`];
  return {
    from: sql`(select r.*, person.place as person_place
      from (select * from unnest(${ids}::text[]) with ordinality as person (id, place) order by place) person
        cross join lateral (select r.* from ${rowTableOf(table.item.id)} r
          where ${sql.join(own, sql` and `)} order by ${order} limit ${limit}) r)`,
    order: sql`r.person_place, ${order}`,
  };
}

/** The first rows of people in the order of these. @param start what of the first person's rows is left out */
async function readPeople(
  traversal: Traversal,
  people: readonly RowsOfPerson[],
  limit: number,
  start: { cursor?: RowCursor; offset?: number } = {},
): Promise<ListedRow[]> {
  const found: ListedRow[] = [];
  let at = 0;
  while (found.length < limit) {
    const one = people[at];
    if (!one) break;
    const left = limit - found.length;
    const isPart = at === 0 && (start.cursor !== undefined || start.offset !== undefined);
    const until = people.findIndex(({ values }, index) => index >= at && values?.length !== 1);
    const several = people.slice(at, until < 0 ? undefined : until);
    if (several.length > 1 && !isPart) {
      const rows = rowsOfSeveral(traversal, several, left);
      found.push(...(await readRows({ ...traversal, where: [] }, null, { limit: left, ...rows })));
      at += several.length;
    } else {
      const parts = [
        ofPerson(traversal, one),
        ...(isPart && start.cursor ? [beyond(traversal, one, start.cursor)] : []),
      ];
      const order = innerOrder(traversal, one);
      const offset = isPart ? (start.offset ?? 0) : 0;
      found.push(...(await readRows(traversal, sql.join(parts, sql` and `), { limit: left, offset, order })));
      at += 1;
    }
  }
  return found;
}

/** The people of a list by their places, each with where they stand beside the first person of a cursor, of whom `side` is 0. */
type OrderedRows = RowsOfPerson & { side: number };

/** Whom a column's cells begin with, in the order of their names; those of nobody are the last ones. Null where there are too many. */
async function peopleOf(
  { database, table, first }: Traversal,
  cursor: RowCursor | null,
): Promise<OrderedRows[] | null> {
  const rows = rowTableOf(table.item.id);
  const person = firstPersonOf(first.column);
  const key = cursor ? firstOfCursor(first, cursor) : null;
  const next = (where: Part) =>
    sql`select ${person} from ${rows} r where ${where} order by ${person} limit 1`;
  const side =
    key === null
      ? sql`0`
      : sql`case when place = ${placeOfFirst(first.column, shortText(sql`${key}::text`))} then 0
          when place < ${placeOfFirst(first.column, shortText(sql`${key}::text`))} then -1 else 1 end`;
  const { rows: found } = await sql<{ values: string[]; side: number }>`${withPeopleOrder(table, [first])}
    select array_agg(id) as values, ${side} as side from (
      select id, ${placeOfFirst(first.column, sql`id`)} as place from (
        with recursive found (id) as (
          (${next(sql`${person} is not null`)})
          union all
          select (${next(sql`${person} > found.id`)}) from found where found.id is not null
        )
        select id from found where id is not null limit ${sql.lit(PEOPLE_MAX + 1)}
      ) each_person
    ) in_order group by place order by place`.execute(database);
  if (found.reduce((count, { values }) => count + values.length, 0) > PEOPLE_MAX) return null;
  const inOrder = first.down ? found.reverse().map((one) => ({ ...one, side: -one.side })) : found;
  const isOfNobody = cursor?.keys[0] === null;
  const people = isOfNobody ? inOrder.map((one) => ({ ...one, side: -1 })) : inOrder;
  return [...people, { values: null, side: isOfNobody ? 0 : 1 }];
}

/** The first person of a cursor; null where it has none. */
function firstOfCursor({ type }: SortKey, { keys: [key = null] }: RowCursor): string | null {
  if (type !== null || key === null) return key;
  const [first]: (string | null)[] = JSON.parse(key);
  return first ?? null;
}

/** What the database expects that conditions find, in rows. */
async function expectedRows(database: Database | Transaction, { table, where }: Reading): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select r.id from ${rowTableOf(table.item.id)} r where ${sql.join([...where], sql` and `)}`.execute(
    database,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Whether the rows of a page are found sooner among those of people than by sorting all that the conditions find. */
async function isFoundSooner(reading: Reading, limit: number): Promise<boolean> {
  if (reading.where.length === 0) return true;
  const expected = await expectedRows(reading.database, reading);
  // So many have to be read until a page of them is found.
  return limit * ((reading.table.rowCount ?? 0) / Math.max(1, expected)) < expected;
}

/** How the rows of people may be traversed; null where no index finds them, or they are sorted by other tables too. */
function traversalOf(reading: Reading, isBackwards: boolean): Traversal | null {
  const [first, ...others] = reading.keys;
  if (!first?.isIndexed || others.some(({ joined }) => joined)) return null;
  return { ...reading, first, isList: first.type === null, isBackwards };
}

/**
 * Reads the rows of people, in one state of the database where it is not in a longer transaction; null where that is no way to read them, or takes
 * too long, so that all are sorted.
 * @param limit of the rows that are wanted; null where the rows of each person are counted
 */
async function traverse<T>(
  reading: Reading,
  {
    cursor,
    limit,
    isBackwards = false,
  }: { cursor: RowCursor | null; limit: number | null; isBackwards?: boolean },
  read: (traversal: Traversal, people: OrderedRows[]) => Promise<T>,
): Promise<T | null> {
  const traversal = traversalOf(reading, isBackwards);
  if (!traversal) return null;
  // Only a forged cursor has a list that begins with nobody.
  if (cursor && cursor.keys[0] !== null && firstOfCursor(traversal.first, cursor) === null) return null;
  const { database } = reading;
  return withinTime(database, MOST_MS[limit === null ? 'counted' : 'traversed'], async (trx) => {
    if (!isTransaction(database)) await sql`set transaction isolation level repeatable read`.execute(trx);
    const within = { ...traversal, database: trx };
    if (limit !== null && !(await isFoundSooner(within, limit))) return null;
    const people = await peopleOf(within, cursor);
    return people && read(within, people);
  });
}

/** The first rows of a list that is sorted by people, by an index of these; null where there is none, or it takes long. */
export const firstRowsOfPeople = (reading: Reading, limit: number): Promise<ListedRow[] | null> =>
  traverse(reading, { cursor: null, limit }, (traversal, people) => readPeople(traversal, people, limit));

/** The same of the rows after a cursor. */
export const rowsOfPeopleAfter = (
  reading: Reading,
  cursor: RowCursor,
  limit: number,
): Promise<ListedRow[] | null> =>
  traverse(reading, { cursor, limit }, (traversal, people) => {
    const later = people.filter(({ side }) => side >= 0);
    return readPeople(traversal, later, limit, later[0]?.side === 0 ? { cursor } : {});
  });

/** The same of the rows before a cursor. */
export async function rowsOfPeopleBefore(
  reading: Reading,
  cursor: RowCursor,
  limit: number,
): Promise<ListedRow[] | null> {
  const found = await traverse(reading, { cursor, limit, isBackwards: true }, (traversal, people) => {
    const earlier = people.filter(({ side }) => side <= 0).reverse();
    return readPeople(traversal, earlier, limit, earlier[0]?.side === 0 ? { cursor } : {});
  });
  return found?.reverse() ?? null;
}

/** How many rows each person has, by the value that these are found by; null is that of rows without any. */
async function countsOf({ database, table, first, where }: Traversal): Promise<Map<string | null, number>> {
  const only = where.length > 0 ? sql`where ${sql.join([...where], sql` and `)}` : sql``;
  const { rows } = await sql<{ id: string | null; count: number }>`
    select ${firstPersonOf(first.column)} as id, count(*)::int as count from ${rowTableOf(table.item.id)} r ${only} group by 1`.execute(
    database,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The same of the rows after so many others. */
export const rowsOfPeopleAt = (
  reading: Reading,
  offset: number,
  limit: number,
): Promise<ListedRow[] | null> =>
  traverse(
    reading,
    { cursor: null, limit: offset > NEAR ? null : offset + limit },
    async (traversal, people) => {
      if (offset <= NEAR) return (await readPeople(traversal, people, offset + limit)).slice(offset);
      const counts = await countsOf(traversal);
      let left = offset;
      for (const [at, { values }] of people.entries()) {
        const count = (values ?? [null]).reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
        if (left < count) return readPeople(traversal, people.slice(at), limit, { offset: left });
        left -= count;
      }
      return [];
    },
  );

/** How many rows come before a cursor. */
export const countOfPeopleBefore = (reading: Reading, cursor: RowCursor): Promise<number | null> =>
  traverse(reading, { cursor, limit: null, isBackwards: true }, async (traversal, people) => {
    const { database, table, keys, where, first } = traversal;
    const earlier = people.filter(({ side }) => side < 0).flatMap(({ values }) => values ?? []);
    const own = people.find(({ side }) => side === 0);
    const parts = [
      sql`${firstPersonOf(first.column)} = any(${earlier}::text[])`,
      ...(own ? [sql`(${ofPerson(traversal, own)} and ${beyond(traversal, own, cursor)})`] : []),
    ];
    const all = [...where, sql`(${sql.join(parts, sql` or `)})`];
    const { rows } = await sql<{ count: string }>`${withPeopleOrder(table, keys)}
      select count(*) as count from ${rowTableOf(table.item.id)} r where ${sql.join(all, sql` and `)}`.execute(
      database,
    );
    return Number(rows[0]?.count ?? 0);
  });
