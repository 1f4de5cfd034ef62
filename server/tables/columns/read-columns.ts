import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { newId } from '#server/platform/database/id.ts';
import { conflict, invalidFields } from '#server/platform/http/api-error.ts';
import { namedColumns } from './named-columns.ts';

/** Of a table's columns, with those of nested forms. */
export const COLUMN_LIMITS = { newId, fields: 2 * COLUMNS_MAX };

/**
 * Parses all columns with the changed one. Problems of that one are reported under its own keys, else of the
 * others.
 */
export function readWith(fields: readonly unknown[], at: number): FieldDefinition[] {
  const read = readFields(namedColumns(fields), COLUMN_LIMITS);
  if (read.ok) return read.fields;
  const prefix = `fields[${at}].`;
  const own = read.problems.filter(({ path }) => path.startsWith(prefix));
  if (own.length > 0)
    throw invalidFields(own.map((problem) => ({ ...problem, path: problem.path.slice(prefix.length) })));
  throw inUse(fields, read.problems);
}

/** Others use the column in their conditions or formulas. */
export function inUse(fields: readonly unknown[], problems: readonly ProblemAtPath[]) {
  const labels = new Set(
    problems.flatMap(({ path }) => {
      const field = fields[Number(/^fields\[(\d+)\]/.exec(path)?.[1] ?? -1)];
      return isRecord(field) ? [`“${String(field.label)}”`] : [];
    }),
  );
  const others = [...labels].slice(0, 5).join(', ');
  return conflict('column_in_use', `Other columns ask for this one: ${others}. Change those first.`);
}
