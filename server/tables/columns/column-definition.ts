import { isVirtualColumn } from '#lib/fields/column-base.ts';
import { type ColumnOptions, splitColumn } from '#lib/fields/column-types.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { unknownPartsWithin } from '#lib/fields/unknown-parts.ts';
import * as message from '#lib/text/messages.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { columnValueType } from '../table/cell.ts';
import type { Table } from '../table/table.ts';

/** A definition for the field engine, and what the column has beside it. */
export type SentColumn = { definition: Record<string, unknown>; options: ColumnOptions };

const hasNumbers = (fields: readonly FieldDefinition[]) => (name: string) =>
  fields.find((field) => field.name === name)?.type === 'number';

/**
 * Parses what a column has beside its field definition.
 * @param prefix precedes the paths of problems
 * @throws ApiError 422 naming each unknown or invalid part
 */
export function readSentColumn(
  sent: Record<string, unknown>,
  fields: readonly FieldDefinition[],
  prefix = '',
): SentColumn {
  const { definition, options, problems } = splitColumn(sent, hasNumbers(fields));
  for (const { path, params } of unknownPartsWithin(sent))
    problems.push({ path, message: message.unknownField(params.label) });
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.map(({ path, message }) => [`${prefix}${path}`, [message]])));
  return { definition, options };
}

/** The type in which the database stores a column's values; null for those that no column stores. */
export const storedType = (field: FieldDefinition, options: ColumnOptions): ValueType | null =>
  isVirtualColumn(options) ? null : columnValueType(field);

/** @throws ApiError 422 for columns that are computed from others, in a table that is being created */
export function refuseLinked({ type }: ColumnOptions, prefix: string): void {
  if (type === 'link' || type === 'lookup' || type === 'rollup')
    throw invalid({ [`${prefix}type`]: ['Add links and what is computed from them once the table exists'] });
}

/** The names of the columns that nobody writes. */
export function readOnlyNames({ columns }: Table): ReadonlySet<string> {
  return new Set(
    columns
      .filter(
        ({ options }) => options.type === 'formula' || (options.type !== 'link' && isVirtualColumn(options)),
      )
      .map(({ field }) => field.name),
  );
}
