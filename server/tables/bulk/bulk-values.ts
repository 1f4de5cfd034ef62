import type { Values } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import * as message from '#lib/text/messages.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { readOnlyNames } from '../columns/column-definition.ts';
import { aloneOf } from '../columns/convert-value.ts';
import { uniqueColumns } from '../columns/unique-values.ts';
import { fileFieldsOf } from '../rows/row-file.repo.ts';
import { existingRows, linkedTable } from '../rows/row-links.ts';
import { checkValues } from '../table/check-values.ts';
import { isLink } from '../table/link-column.ts';
import { membersAmong, notAMember } from '../table/members-among.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { rowsWithPlainValues } from '../writes/write-sent-rows.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const idsIn = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

const takesFiles = ({ field }: TableColumn): boolean => fileFieldsOf([field]).size > 0;

/** What no row can have in a column, whatever else it has; null where some may. */
function problemOf(column: TableColumn, value: unknown, isMany: boolean, unique: ReadonlySet<string>) {
  const { label, name, required } = column.field;
  if (isEmpty(value)) return required === false ? null : message.required(label);
  if (takesFiles(column)) return `${label} can only be cleared: a file belongs to one row`;
  return isMany && unique.has(name) ? `${label} cannot be the same in several rows` : null;
}

/** What is wrong with rows and people that values name. */
async function namedProblem(
  trx: Transaction,
  caller: Caller,
  { item }: Table,
  column: TableColumn,
  value: unknown,
): Promise<string | null> {
  const { label } = column.field;
  const ids = idsIn(value);
  if (column.options.type === 'person') {
    const known = await membersAmong(trx, item.hub_id, ids);
    return ids.every((id) => known.has(id)) ? null : notAMember(column.field);
  }
  if (!isLink(column)) return null;
  const other = await linkedTable(trx, caller, column.options.table);
  if (!other) return `${label} links to a table that you may not see`;
  const known = await existingRows(trx, column.options.table, ids.filter(isId));
  return ids.every((id) => known.has(id)) ? null : `${label} names a row that is not there`;
}

/**
 * Checks values that many rows are to get, as far as that does not depend on the row.
 * @param isMany more than one row gets them
 * @throws ApiError 422 naming each unknown column, and each value that no row can have
 */
export async function checkBulkValues(
  trx: Transaction,
  caller: Caller,
  table: Table,
  sent: Values,
  isMany: boolean,
): Promise<void> {
  const names = Object.keys(sent);
  if (names.length === 0) throw invalid({ values: [message.required('Values')] });
  const byName = new Map(table.columns.map((column) => [column.field.name, column]));
  const computed = readOnlyNames(table);
  const fields: FieldErrors = {};
  for (const name of names) {
    const label = byName.get(name)?.field.label;
    if (label === undefined) fields[`values.${name}`] = [`There is no column “${name.slice(0, 100)}”`];
    else if (computed.has(name)) fields[`values.${name}`] = [`${label} is computed and cannot be written`];
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);

  const [plain] = rowsWithPlainValues(table, [{ values: sent }]);
  const unique = new Set(uniqueColumns(table).map(({ field }) => field.name));
  for (const name of names) {
    const column = byName.get(name);
    const value = plain?.values[name];
    if (!column) continue;
    const own = isLink(column) || isEmpty(value) ? null : ownProblems(table, column, value);
    const problem =
      problemOf(column, value, isMany, unique) ??
      (own || isEmpty(value) ? null : await namedProblem(trx, caller, table, column, value));
    if (problem) fields[`values.${name}`] = [problem];
    else if (own) for (const [path, texts] of Object.entries(own)) fields[`values.${path}`] = texts;
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** What is wrong with a value by itself. */
function ownProblems(table: Table, { field }: TableColumn, value: unknown): FieldErrors | null {
  const checked = checkValues(table, { [field.name]: value }, { fields: [...aloneOf(field)] });
  return checked.ok ? null : englishErrors(checked.problems);
}
