import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { readOnlyNames } from '../columns/column-definition.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { isLink } from '../table/link-column.ts';
import { membersAmong } from '../table/members-among.ts';
import type { Table } from '../table/table.ts';

const textsIn = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/**
 * Refuses values given with a merge that no request writes: computed ones, links, which are those of all rows, and people
 * who are neither members of the hub nor named by one of the rows.
 * @throws ApiError 422
 */
export async function refuseUnwritable(
  trx: Transaction,
  table: Table,
  rows: readonly TableRow[],
  chosen: Values,
): Promise<void> {
  const errors: FieldErrors = {};
  const computed = readOnlyNames(table);
  for (const column of table.columns) {
    const { name, label } = column.field;
    if (!Object.hasOwn(chosen, name)) continue;
    if (computed.has(name)) errors[name] = [`${label} is computed and cannot be written`];
    else if (isLink(column)) errors[name] = [`${label} has the links of all merged rows`];
    else if (column.options.type === 'person') {
      const known = new Set(rows.flatMap(({ values }) => textsIn(ownValue(values, name))));
      const others = textsIn(chosen[name]).filter((id) => !known.has(id));
      const members = await membersAmong(trx, table.item.hub_id, others);
      if (others.some((id) => !members.has(id))) errors[name] = [`${label} is not a member of this hub`];
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
