import { sentId } from '#lib/fields/column-types.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { readOnlyNames } from '../columns/column-definition.ts';
import { rowsByIds } from '../rows/row.repo.ts';
import {
  existingRows,
  LINKS_OF_ROW,
  linkedIds,
  linkedTable,
  rowsWithManyLinks,
  saveLinks,
} from '../rows/row-links.ts';
import { isLink } from '../table/link-column.ts';
import type { LinkColumn, Table } from '../table/table.ts';
import { checkPeople, hasPeople } from './check-people.ts';
import type { RowWriteOutcome } from './row.service.ts';

type Sent = { values: Values; id?: string | undefined; links?: CellChanges };

/** @throws ApiError 422 naming each value of a computed column */
function refuseComputed(table: Table, rows: readonly Sent[]): void {
  const names = readOnlyNames(table);
  if (names.size === 0) return;
  const fields: Record<string, string[]> = {};
  for (const [at, { values }] of rows.entries())
    for (const name of Object.keys(values))
      if (names.has(name)) {
        const label = table.fields.find((field) => field.name === name)?.label ?? name;
        fields[`rows[${at}].values.${name}`] = [`${label} is computed and cannot be written`];
      }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Files by their ids, as the field engine has them, where they were sent as objects; people likewise. */
function plainValues({ columns }: Table, values: Values): Values {
  let plain: Values | null = null;
  for (const { field, options } of columns) {
    const key = options.type === 'attachment' ? 'file_id' : options.type === 'person' ? 'id' : null;
    if (!key || !Object.hasOwn(values, field.name)) continue;
    const value = values[field.name];
    plain ??= { ...values };
    plain[field.name] = Array.isArray(value) ? value.map((one) => sentId(one, key)) : sentId(value, key);
  }
  return plain ?? values;
}

/**
 * Rows with the values that the field engine knows, as they were sent.
 * @throws ApiError 422 where a computed value was sent
 */
export function rowsWithPlainValues<Row extends Sent>(table: Table, sent: readonly Row[]): Row[] {
  refuseComputed(table, sent);
  return sent.map((row) => {
    const values = plainValues(table, row.values);
    return values === row.values ? row : { ...row, values };
  });
}

/** Whether rows of the table name nothing beside it: no rows of other tables, and no people. */
export const namesNothingElse = (table: Table): boolean => !table.columns.some(isLink) && !hasPeople(table);

type RowLinks = Map<LinkColumn, string[]>;
type Prepared<Row> = { row: Row; links: RowLinks; errors: FieldErrors };

/** Takes the links out of a row, which are stored beside it. */
function takeLinks<Row extends Sent>(links: readonly LinkColumn[], row: Row): Prepared<Row> {
  const prepared: Prepared<Row> = { row, links: new Map(), errors: {} };
  const values = { ...row.values };
  for (const column of links) {
    const { name, label, rules } = column.field;
    if (!Object.hasOwn(values, name)) continue;
    const sent = values[name];
    delete values[name];
    const list =
      sent === null || sent === undefined || sent === '' ? [] : Array.isArray(sent) ? sent : [sent];
    const ids = list.map((one) => sentId(one, 'id')).filter((one) => typeof one === 'string' && isId(one));
    const most = rules?.some(({ rule }) => rule === 'max_count') ? 1 : LINKS_OF_ROW;
    if (ids.length < list.length) prepared.errors[name] = [`${label} is not a valid link`];
    else if (ids.length > most) prepared.errors[name] = [`${label} must have at most ${most} entries`];
    else prepared.links.set(column, [...new Set(ids.map(String))]);
  }
  return { ...prepared, row: { ...row, values } };
}

/** Refuses links to rows that are not there, and new ones to rows that the caller may not see. */
async function checkLinks<Row extends Sent>(
  trx: Transaction,
  caller: Caller,
  column: LinkColumn,
  rows: readonly Prepared<Row>[],
): Promise<void> {
  const { name, label } = column.field;
  const concerned = rows.filter(({ links }) => links.has(column));
  if (concerned.length === 0) return;
  const other = await linkedTable(trx, caller, column.options.table);
  const wanted = [...new Set(concerned.flatMap(({ links }) => links.get(column) ?? []))];
  const known = other ? await existingRows(trx, column.options.table, wanted) : new Set<string>();
  const rowIds = concerned.flatMap(({ row }) => (row.id !== undefined && isId(row.id) ? [row.id] : []));
  const before = other ? new Map<string, string[]>() : await linkedIds(trx, column, rowIds);
  const many = await rowsWithManyLinks(trx, column, rowIds);
  for (const { row, links, errors } of concerned) {
    const ids = links.get(column) ?? [];
    const had = new Set(row.id === undefined ? [] : before.get(row.id));
    if (!other && (ids.some((id) => !had.has(id)) || ids.length < had.size))
      errors[name] = [`${label} links to a table that you may not see`];
    else if (other && ids.some((id) => !known.has(id)))
      errors[name] = [`${label} names a row that is not there`];
    // Anybody who writes them knows the first ones only: the others would be lost.
    else if (row.id !== undefined && many.has(row.id))
      errors[name] = [`${label} has more than ${LINKS_OF_ROW} entries: change them in the linked table`];
  }
}

/** The rows with what changes of their links, which is part of their history and gives them a revision. */
async function withLinkChanges<Row extends Sent>(
  trx: Transaction,
  table: Table,
  columns: readonly LinkColumn[],
  rows: readonly Prepared<Row>[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ row: { id }, links }) => (links.size > 0 && id && isId(id) ? [id] : []));
  if (ids.length === 0) return rows.map(({ row }) => row);
  await rowsByIds(trx, table, ids, { lock: 'change' });
  const changes = new Map<string, CellChanges>();
  for (const column of columns) {
    const before = await linkedIds(trx, column, ids);
    for (const { row, links } of rows) {
      const to = links.get(column);
      if (!to || row.id === undefined) continue;
      const from = before.get(row.id) ?? [];
      if (from.join() === to.join()) continue;
      const shown = (list: readonly string[]) => (list.length > 0 ? list : null);
      changes.set(row.id, { ...changes.get(row.id), [column.field.id]: [shown(from), shown(to)] });
    }
  }
  return rows.map(({ row }) => {
    const links = row.id === undefined ? undefined : changes.get(row.id);
    return links ? { ...row, links } : row;
  });
}

/**
 * Writes rows as they were sent: with links, people and files as the contract has them.
 * @param write writes those rows that are right so far, with the values that the field engine knows
 * @returns the result of each, in their order
 * @throws ApiError 422 where a computed value was sent
 */
export async function writeSentRows<Row extends Sent, Outcome>(
  trx: Transaction,
  caller: Caller,
  table: Table,
  sent: readonly Row[],
  how: {
    write: (rows: Row[]) => Promise<Outcome[]>;
    /** Finds the rows that are there already, where they are sent without their ids. */
    identify?: (rows: readonly Row[]) => Promise<Row[]>;
    refused: (outcome: Extract<RowWriteOutcome, { status: 'refused' }>) => Outcome;
    writtenId: (outcome: Outcome) => string | null;
  },
): Promise<Outcome[]> {
  const rows = rowsWithPlainValues(table, sent);
  if (namesNothingElse(table)) return how.write(rows);
  const links = table.columns.filter(isLink);
  const known = how.identify ? await how.identify(rows) : rows;
  const prepared = known.map((row) => takeLinks(links, row));
  for (const column of links) await checkLinks(trx, caller, column, prepared);
  if (hasPeople(table)) await checkPeople(trx, table, prepared, caller.user?.id ?? null);
  const isRight = ({ errors }: Prepared<Row>) => Object.keys(errors).length === 0;
  const right = prepared.filter(isRight);
  const written = right.length > 0 ? await how.write(await withLinkChanges(trx, table, links, right)) : [];
  for (const column of links) {
    const changed = new Map<string, string[]>();
    for (const [at, one] of right.entries()) {
      const outcome = written[at];
      const ids = one.links.get(column);
      const id = outcome === undefined ? null : how.writtenId(outcome);
      if (ids && id !== null) changed.set(id, ids);
    }
    await saveLinks(trx, column, changed);
  }
  const rest = written.values();
  return prepared.map((one) => {
    if (!isRight(one)) return how.refused({ status: 'refused', errors: one.errors });
    const { done, value } = rest.next();
    if (done) throw new Error('every row that is right has a result');
    return value;
  });
}
