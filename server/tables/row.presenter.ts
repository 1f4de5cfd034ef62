import type { Row } from '#lib/contract/table.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { validate } from '#lib/fields/validate.ts';
import type { TableRow } from './row.repo.ts';
import type { RowFile } from './row-file.repo.ts';
import type { Table } from './table.ts';

/** The problems of a row's values under the current columns; absent where there are none. */
function problemsOf({ fields, country }: Table, { values }: TableRow): Pick<Row, 'problems'> {
  const checked = validate(fields, values, { hidden: 'keep', country, asTyped: true });
  return checked.ok ? {} : { problems: englishErrors(checked.problems) };
}

const filesOf = (files: readonly RowFile[]): NonNullable<Row['files']> =>
  Object.fromEntries(files.map(({ id, name, size, mime }) => [id, { name, size, mime }]));

/** A row as the contract has it. Guests of share links get no member data. */
export function presentRow(table: Table, row: TableRow, { isOutsider }: { isOutsider: boolean }): Row {
  const person = (id: string | null, name: string) =>
    isOutsider || id === null ? { id: '', name: '' } : { id, name };
  return {
    id: row.id,
    values: row.values,
    ...problemsOf(table, row),
    ...(row.files ? { files: filesOf(row.files) } : {}),
    position: row.position,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    created_by: person(row.created_by, row.creator_name),
    updated_by: person(row.updated_by, row.changer_name),
  };
}
