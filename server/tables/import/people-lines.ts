import { areDifferentNames } from '#lib/contacts/contact-duplicates.ts';
import { labelColumnOf, unitedLabels } from '#lib/contacts/labels.ts';
import { areNamesakes, type PersonDetails } from '#lib/contacts/namesakes.ts';
import type { OnMatch } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { isFilled } from '#lib/fields/is-filled.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { matchKey, matchKeyOf, rowsByKeys, withoutKey } from '../rows/match-rows.ts';
import { rowsByIds, type TableRow } from '../rows/row.repo.ts';
import { rowsByFurther } from '../rows/row-vcard.repo.ts';
import { isStored, type Table, type TableColumn } from '../table/table.ts';

/** How lines are known as rows that are there; null where each becomes a new one. */
export type Match = {
  columns: readonly TableColumn[];
  onMatch: OnMatch;
  /** Whether the first column that a line has is enough, as people are known; else all of them count. */
  inOrder: boolean;
  /** Whether an empty cell of a line clears the value of the row that it changes. */
  clears: boolean;
  /** Columns that tell people of one name apart, the most certain first; none for rows that are no people. */
  details: readonly TableColumn[];
} | null;
type Matching = NonNullable<Match>;

/** Whether a line says nothing of anybody. */
export const isEmptyPerson = (values: Values): boolean => !Object.values(values).some(isFilled);

const keyIn = (column: TableColumn, values: Values): string | null => {
  const key = matchKeyOf([column], values);
  return key === null ? null : `${column.field.id} ${key}`;
};

/**
 * The key by which a line is known again. People are known by the first of the columns that the line has: by their address,
 * else their number, else their name. Null where there is none.
 */
export function lineKey({ columns, inOrder }: Matching, values: Values): string | null {
  if (!inOrder) return matchKeyOf(columns, values);
  for (const column of columns) {
    const key = keyIn(column, values);
    if (key !== null) return key;
  }
  return null;
}

/** The column of names, where people are known by it as well: who shares an address with somebody has another name. */
const nameColumnOf = ({ columns, inOrder }: Matching): TableColumn | undefined =>
  inOrder ? columns.find(({ field }) => field.name === 'name') : undefined;

/** The columns of a contact list that tell people of one name apart: their pages, their address, their company. */
export function detailColumns({ item, columns }: Table): TableColumn[] {
  if (item.kind !== 'contact') return [];
  const texts = columns.filter(({ type, field }) => type === 'text' && field.formula === undefined);
  const named = ['address', 'company_name'].flatMap(
    (name) => texts.find(({ field }) => field.name === name) ?? [],
  );
  return [...texts.filter(({ field }) => field.type === 'url'), ...named];
}

function detailsOf({ details }: Matching, values: Values): PersonDetails {
  const found: { urls: string[]; company: string; address: string } = { urls: [], company: '', address: '' };
  for (const { field } of details) {
    const value = ownValue(values, field.name);
    if (typeof value !== 'string') continue;
    if (field.type === 'url') found.urls.push(value);
    else if (field.name === 'address') found.address = value;
    else found.company = value;
  }
  return found;
}

/** Whether a line is known by its name alone, which others may have as well. */
function isKnownByName(match: Matching, values: Values): boolean {
  const name = nameColumnOf(match);
  return name !== undefined && lineKey(match, values) === keyIn(name, values);
}

/**
 * Whether a line that is known by its name alone would be left out for a namesake. Where such lines change rows instead, it was
 * chosen that people of one name are the same.
 */
const isNamesake = (match: Matching, values: Values, other: Values): boolean =>
  match.onMatch === 'skip' &&
  isKnownByName(match, values) &&
  areNamesakes(detailsOf(match, values), detailsOf(match, other));

/** Whether a line with the key of somebody says that it is somebody else: by another name, or for a name alone by other details. */
export function isSomebodyElse(match: Matching, values: Values, other: Values): boolean {
  const name = nameColumnOf(match)?.field.name;
  if (name === undefined) return false;
  const [own, others] = [ownValue(values, name), ownValue(other, name)];
  if (typeof own !== 'string' || typeof others !== 'string') return false;
  return areDifferentNames(own, others) || isNamesake(match, values, other);
}

/** Whether a line with a name would be left out for one that has none: its name would be lost. */
function isLeftOut(match: Matching, values: Values, other: Values): boolean {
  const name = nameColumnOf(match)?.field.name;
  if (name === undefined || match.onMatch !== 'skip') return false;
  return isFilled(ownValue(values, name)) && !isFilled(ownValue(other, name));
}

/** The key of a line together with its name; null where it has none of its own. */
function namedKey(match: Matching, values: Values, key: string): string | null {
  const column = nameColumnOf(match);
  const name = column && matchKeyOf([column], values);
  return name ? `${key} ${name}` : null;
}

/** All keys by which later lines may know a line that became a new row. */
function keysOfNew(match: Matching, values: Values): string[] {
  const keys = match.inOrder
    ? match.columns.map((column) => keyIn(column, values))
    : [matchKeyOf(match.columns, values)];
  return keys.filter((key) => key !== null);
}

/** The columns of values that people enter. */
const enteredColumns = ({ columns }: Pick<Table, 'columns'>) =>
  columns.filter((column) => isStored(column) && column.field.formula === undefined);

/** The columns of single values in which a line has something; null where it has nothing. */
function filledIn(table: Pick<Table, 'columns'>, values: Values) {
  const filled = enteredColumns(table).filter(
    ({ type, field }) => type !== null && isFilled(ownValue(values, field.name)),
  );
  return filled.length > 0 ? filled : null;
}

/** Whether a row has nothing in a column, or the same as a line; a default was no value of its line. */
function isAlike({ field }: TableColumn, values: Values, row: Values): boolean {
  const [own, there] = [ownValue(values, field.name), ownValue(row, field.name)];
  return isFilled(own)
    ? JSON.stringify(own) === JSON.stringify(there)
    : !isFilled(there) || field.default !== undefined;
}

/** The key of a line of which nothing says who it is: all that it says. */
const anonymousKey = ({ inOrder }: Matching, values: Values): string | null =>
  inOrder ? `all ${JSON.stringify(Object.entries(values).filter(([, value]) => isFilled(value)))}` : null;

/** Namesakes of one name that later lines are compared with. */
const NAMESAKES_MAX = 50;

/** Lines that became something new, by which later ones are known. */
export function createNewLines<New extends { values: Values }>(match: Match) {
  const byKey = new Map<string, New>();
  const namesakes = new Map<string, New[]>();
  const isFree = (key: string, { values }: New): boolean => {
    const before = byKey.get(key);
    return !before || (match !== null && isLeftOut(match, values, before.values));
  };
  return {
    find(values: Values, key: string | null): New | undefined {
      if (!match) return undefined;
      if (key === null) return byKey.get(anonymousKey(match, values) ?? '');
      if (isKnownByName(match, values))
        return namesakes.get(key)?.find((one) => !isSomebodyElse(match, values, one.values));
      const named = namedKey(match, values, key);
      const exact = named === null ? undefined : byKey.get(named);
      const first = byKey.get(key);
      if (exact || !first) return exact;
      const isOther = isSomebodyElse(match, values, first.values) || isLeftOut(match, values, first.values);
      return isOther ? undefined : first;
    },
    add(made: New): void {
      const anonymous =
        match && lineKey(match, made.values) === null ? anonymousKey(match, made.values) : null;
      if (anonymous !== null) byKey.set(anonymous, made);
      const name = match && nameColumnOf(match);
      const nameKey = name ? keyIn(name, made.values) : null;
      const others = nameKey === null ? [] : (namesakes.get(nameKey) ?? []);
      if (nameKey !== null && others.length < NAMESAKES_MAX) namesakes.set(nameKey, [...others, made]);
      for (const key of match ? keysOfNew(match, made.values) : [])
        for (const one of [key, match && namedKey(match, made.values, key)])
          if (one && isFree(one, made)) byKey.set(one, made);
    },
  };
}

/** The rows that have what lines have in some columns. @param empty columns in which the rows have nothing */
async function rowsWithSame(
  trx: Database | Transaction,
  table: Table,
  columns: readonly TableColumn[],
  lines: readonly Values[],
  empty: readonly TableColumn[] = [],
): Promise<[Values, TableRow][]> {
  const rows = await rowsByKeys(trx, table, columns, lines, empty);
  return lines.flatMap((values): [Values, TableRow][] => {
    const row = rows.get(matchKeyOf(columns, values) ?? '');
    return row ? [[values, row]] : [];
  });
}

/**
 * Rows of people of whom nothing says who they are, such as connections of LinkedIn who show no name: those that say the same as
 * a line, and nothing else. Otherwise they would be added by each import of their file.
 */
async function rowsOfAnonymous(
  trx: Database | Transaction,
  table: Table,
  match: Matching,
  lines: readonly Values[],
): Promise<Map<Values, TableRow>> {
  const found = new Map<Values, TableRow>();
  const byColumns = Map.groupBy(lines, (values) =>
    filledIn(table, values)
      ?.map(({ name }) => name)
      .join(),
  );
  const entered = enteredColumns(table);
  for (const own of byColumns.values()) {
    const columns = own[0] && filledIn(table, own[0]);
    if (!columns) continue;
    // What else a row has makes it another one; a default may be there all the same.
    const others = entered.filter(
      (one) => one.type !== null && one.field.default === undefined && !columns.includes(one),
    );
    const empty = [...new Set([...match.columns, ...others])];
    for (const [values, row] of await rowsWithSame(trx, table, columns, own, empty))
      if (entered.every((column) => isAlike(column, values, row.values))) found.set(values, row);
  }
  return found;
}

/** The rows that lines are known by ({@link lineKey}): of somebody who shares an address with others, the one of that name. */
export async function rowsOfLines(
  trx: Database | Transaction,
  table: Table,
  match: Matching,
  lines: readonly Values[],
): Promise<Map<Values, TableRow>> {
  const found = new Map<Values, TableRow>();
  const find = async (columns: readonly TableColumn[], own: readonly Values[]) => {
    for (const [values, row] of await rowsWithSame(trx, table, columns, own)) found.set(values, row);
  };
  if (!match.inOrder) {
    await find(match.columns, lines);
    return found;
  }
  /** Rows of the same name, and of the same details as the line: the first of the name was somebody else's. */
  const findNamesakes = async (known: Matching, name: TableColumn, own: readonly Values[]) => {
    for (const detail of known.details) {
      const open = own.filter((values) => !found.has(values) && matchKeyOf([detail], values) !== null);
      if (open.length === 0) continue;
      await find([name, detail], open);
      for (const values of open) {
        const row = found.get(values);
        if (row && isSomebodyElse(known, values, row.values)) found.delete(values);
      }
    }
  };
  /** Rows whose cards have the address or number of the line besides their own, as those of people who were merged: they stay as they are. */
  const findFurther = async (known: Matching, column: TableColumn, own: readonly Values[]) => {
    const { type } = column.field;
    if (known.onMatch !== 'skip' || (type !== 'email' && type !== 'phone')) return;
    const keyOf = (values: Values) => matchKey(column, ownValue(values, column.field.name)) ?? '';
    const open = own.filter((values) => !found.has(values));
    const ids = await rowsByFurther(trx, table.item.id, open.map(keyOf));
    const rows = ids.size > 0 ? await rowsByIds(trx, table, [...new Set(ids.values())]) : null;
    for (const values of open) {
      const row = rows?.get(ids.get(keyOf(values)) ?? '');
      if (row && !isSomebodyElse(known, values, row.values)) found.set(values, row);
    }
  };
  const byColumn = Map.groupBy(lines, (values) =>
    match.columns.find((column) => matchKeyOf([column], values) !== null),
  );
  const name = nameColumnOf(match);
  const hasName = (values: Values) => name !== undefined && matchKeyOf([name], values) !== null;
  for (const [column, own] of byColumn) {
    if (!column) {
      for (const [values, row] of await rowsOfAnonymous(trx, table, match, own)) found.set(values, row);
      continue;
    }
    // Exactly first: several who share an address may have similar names.
    if (name && name !== column) await find([column, name], own.filter(hasName));
    const others = own.filter((values) => !found.has(values));
    await find([column], others);
    const rejected = others.filter((values) => {
      const row = found.get(values);
      return row !== undefined && isSomebodyElse(match, values, row.values);
    });
    for (const values of rejected) found.delete(values);
    if (column === name) await findNamesakes(match, name, rejected);
    else await findFurther(match, column, own);
  }
  return found;
}

/** What a line changes in the row that it is known by. A person's line says nothing of what it leaves out, where it does not clear it. */
export function changeByLine(match: Matching, values: Values): Values {
  if (!match.inOrder || match.clears) return withoutKey(match.columns, values);
  return Object.fromEntries(
    Object.entries(withoutKey(match.columns, values)).filter(([, value]) => isFilled(value)),
  );
}

/**
 * Later values of a person with the labels of the earlier ones as well: a file says of some labels that somebody has them,
 * and of others nothing. Where its empty cells clear values, it says of all labels.
 */
export function withLabelsOf({ item, fields }: Table, match: Match, earlier: Values, values: Values): Values {
  const name = item.kind === 'contact' && !match?.clears ? labelColumnOf(fields)?.name : undefined;
  if (name === undefined) return values;
  const own = ownValue(values, name);
  return isFilled(own) ? { ...values, [name]: unitedLabels([ownValue(earlier, name), own]) } : values;
}
