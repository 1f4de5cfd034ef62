import { labelColumnOf, unitedLabels } from '#lib/contacts/labels.ts';
import type { OnMatch } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { matchKeyOf, rowsByKeys, withoutKey } from '../rows/match-rows.ts';
import type { TableRow } from '../rows/row.repo.ts';
import type { Table, TableColumn } from '../table/table.ts';

/** How lines are known as rows that are there; null where each becomes a new one. */
export type Match = {
  columns: readonly TableColumn[];
  onMatch: OnMatch;
  /** Whether the first column that a line has is enough, as people are known; else all of them count. */
  inOrder: boolean;
  /** Whether an empty cell of a line clears the value of the row that it changes. */
  clears: boolean;
} | null;
type Matching = NonNullable<Match>;

const isFilled = (value: unknown) => value !== null && value !== undefined;

/** Whether a line says nothing of anybody. */
export const isNobody = (values: Values): boolean => !Object.values(values).some(isFilled);

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

/** All keys by which later lines may know a line that became a new row. */
export function keysOfNew(match: Matching, values: Values): string[] {
  const keys = match.inOrder
    ? match.columns.map((column) => keyIn(column, values))
    : [matchKeyOf(match.columns, values)];
  return keys.filter((key) => key !== null);
}

/** The rows that lines are known by, by their keys ({@link lineKey}). */
export async function rowsOfLines(
  trx: Database | Transaction,
  table: Table,
  match: Matching,
  lines: readonly Values[],
): Promise<Map<string, TableRow>> {
  if (!match.inOrder) return rowsByKeys(trx, table, match.columns, lines);
  const found = new Map<string, TableRow>();
  const byColumn = Map.groupBy(lines, (values) =>
    match.columns.find((column) => matchKeyOf([column], values) !== null),
  );
  for (const [column, own] of byColumn) {
    if (!column) continue;
    for (const [key, row] of await rowsByKeys(trx, table, [column], own))
      found.set(`${column.field.id} ${key}`, row);
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
