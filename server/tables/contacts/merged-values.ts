import { joinedFiles } from '#lib/contacts/joined-files.ts';
import { labelColumnOf, unitedLabels } from '#lib/contacts/labels.ts';
import type { Values } from '#lib/fields/definition.ts';
import { isFilled } from '#lib/fields/is-filled.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { TableRow } from '../rows/row.repo.ts';
import type { Table } from '../table/table.ts';

/**
 * Values of several rows as one: the first row's, and of the others what it does not have; all of their files and labels.
 * @param labels the id of the column of labels, where its definition does not say it
 */
export function mergedValues(
  { fields }: Pick<Table, 'fields'>,
  rows: readonly Pick<TableRow, 'values'>[],
  chosen: Values = {},
  labels = labelColumnOf(fields)?.id,
): Values {
  const merged: [string, unknown][] = [];
  for (const field of fields) {
    const filled = rows.map(({ values }) => ownValue(values, field.name)).filter(isFilled);
    if (filled.length === 0) continue;
    const isJoined = field.id === labels || (field.type === 'file' && field.multiple === true);
    const values = field.id === labels ? unitedLabels(filled) : filled;
    merged.push([field.name, isJoined ? joinedFiles(field, values) : filled[0]]);
  }
  return { ...Object.fromEntries(merged), ...chosen };
}

/** Values by the ids of their columns. */
export const byColumns = ({ fields }: Pick<Table, 'fields'>, values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ id, name }) => {
      const value = ownValue(values, name);
      return value === undefined ? [] : [[id, value]];
    }),
  );

/** A cell as it was before a merge; undefined where it stays as it is now. */
export function cellBefore(now: unknown, before: unknown, after: unknown): unknown {
  const [is, was, became] = [now, before, after].map((value) => JSON.stringify(value ?? null));
  if (was === became) return undefined;
  if (is === became) return before ?? null;
  if (!Array.isArray(now) || !Array.isArray(after)) return undefined;
  // Of a list that was changed since, what came by the merge is taken out.
  const known = new Set([before ?? []].flat().map((one) => JSON.stringify(one)));
  const came = new Set(after.map((one) => JSON.stringify(one)).filter((one) => !known.has(one)));
  const rest = now.filter((one) => !came.has(JSON.stringify(one)));
  return rest.length === now.length ? undefined : rest.length > 0 ? rest : null;
}
