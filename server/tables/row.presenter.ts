import type { Row } from '#lib/contract/table.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { validate } from '#lib/fields/validate.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { TableRow } from './row.repo.ts';
import type { RowFile } from './row-file.repo.ts';
import type { Table } from './table.ts';

/** The problems of a row's values under the current columns; null where there are none. */
function problemsOf({ fields, country }: Table, { values }: TableRow): Row['problems'] | null {
  const checked = validate(fields, values, { hidden: 'keep', country, asTyped: true });
  return checked.ok ? null : englishErrors(checked.problems);
}

/** The name of the column that a path begins with. */
export const nameOfPath = (path: string) => /^[^.[]*/.exec(path)?.[0] ?? path;

const filesOf = (files: readonly RowFile[]): NonNullable<Row['files']> =>
  Object.fromEntries(files.map(({ id, name, size, mime }) => [id, { name, size, mime }]));

/** The names of the chosen columns, or null for all. @throws ApiError 422 for one that is not there */
export function chosenFields({ fields }: Table, chosen: string | undefined): ReadonlySet<string> | null {
  if (chosen === undefined) return null;
  const wanted = chosen.split(',').flatMap((one) => one.trim() || []);
  return new Set(
    wanted.map((one) => {
      const field = fields.find(({ id }) => id === one) ?? fields.find(({ name }) => name === one);
      if (!field) throw invalid({ fields: [`There is no column “${one.slice(0, 100)}”`] });
      return field.name;
    }),
  );
}

type PresentOptions = { isOutsider: boolean; fields?: ReadonlySet<string> | null };

/** A row as the contract has it. Guests of share links get no member data. */
export function presentRow(table: Table, row: TableRow, { isOutsider, fields = null }: PresentOptions): Row {
  const chosen = <Value>(values: Record<string, Value>): Record<string, Value> =>
    fields
      ? Object.fromEntries(Object.entries(values).filter(([path]) => fields.has(nameOfPath(path))))
      : values;
  const problems = problemsOf(table, row);
  const person = (id: string | null, name: string) =>
    isOutsider || id === null ? { id: '', name: '' } : { id, name };
  return {
    id: row.id,
    values: chosen(row.values),
    ...(problems ? { problems: chosen(problems) } : {}),
    ...(row.files ? { files: filesOf(row.files) } : {}),
    position: row.position,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    created_by: person(row.created_by, row.creator_name),
    updated_by: person(row.updated_by, row.changer_name),
  };
}
