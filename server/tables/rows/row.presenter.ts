import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { checkValues } from '../table/check-values.ts';
import { notAMember } from '../table/members-among.ts';
import { peopleColumns } from '../table/people-columns.ts';
import type { Table } from '../table/table.ts';
import { typedTextsOf } from '../table/typed-numbers.ts';
import type { LinkedValues } from './linked-values.ts';
import type { TableRow } from './row.repo.ts';
import type { RowFile } from './row-file.repo.ts';
import { systemValue } from './system-value.ts';
import { withFormulas } from './with-formulas.ts';

/** Texts in columns of people, which were no names of members when the column became one; undefined where there are none. */
function unknownPeople({ columns }: Table, { values }: TableRow): NonNullable<Row['problems']> | undefined {
  let problems: NonNullable<Row['problems']> | undefined;
  for (const { field, options } of columns) {
    if (options.type !== 'person') continue;
    const people = [ownValue(values, field.name)].flat();
    if (people.some((one) => typeof one === 'string' && one !== '' && !isId(one)))
      problems = { ...problems, [field.name]: [notAMember(field)] };
  }
  return problems;
}

/** The problems of a row's values under the current columns; null where there are none. */
function problemsOf(table: Table, row: TableRow, isOutsider: boolean): Row['problems'] | null {
  const checked = row.isChecked ? null : checkValues(table, row.values, { hidden: 'keep', asTyped: true });
  const problems = checked && !checked.ok ? englishErrors(checked.problems) : undefined;
  const people = isOutsider ? undefined : unknownPeople(table, row);
  if (!problems && !people) return null;
  const all = { ...people, ...problems };
  return Object.keys(all).length > 0 ? all : null;
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

type PresentOptions = {
  isOutsider: boolean;
  fields?: ReadonlySet<string> | null;
  /** What the rows show of other tables. */
  linked?: LinkedValues;
};

/** Values that are not stored as such: metadata of the row, files with their names, and what other tables have. */
function shownValues(table: Table, row: TableRow, { isOutsider, linked }: PresentOptions): Values {
  const own = table.columns.some(({ options }) => options.type !== undefined);
  if (!own) return row.values;
  const values: Values = { ...row.values, ...linked?.values.get(row.id) };
  for (const column of table.columns) {
    const { field, options } = column;
    if (options.type === 'attachment') values[field.name] = attachments(row, values[field.name]);
    const value = systemValue(column, row);
    if (value !== undefined) values[field.name] = value;
    if (values[field.name] === undefined) delete values[field.name];
  }
  const shown = withLinkedFiles(table, withFormulas(table, row, values, linked), linked);
  return isOutsider ? withoutPeopleValues(table, shown, linked) : shown;
}

function withoutPeopleValues({ columns }: Table, values: Values, linked: LinkedValues | undefined): Values {
  const people = peopleColumns(columns, linked?.people);
  const names = new Set(columns.flatMap(({ field }) => (people.has(field.id) ? [field.name] : [])));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

function attachments({ files = [] }: Pick<TableRow, 'files'>, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((id: unknown) => {
    const file = files.find((one) => one.id === id);
    return file ? { file_id: file.id, name: file.name, size: file.size, mime: file.mime } : { file_id: id };
  });
}

/** Files that lookups show, as those of a column of attachments. */
function withLinkedFiles({ columns }: Table, values: Values, linked: LinkedValues | undefined): Values {
  const ofFiles = columns.filter(({ field }) => linked?.sources.get(field.id)?.field.type === 'file');
  if (ofFiles.length === 0) return values;
  const shown = { ...values };
  for (const { field } of ofFiles) {
    const ids = shown[field.name];
    if (Array.isArray(ids))
      shown[field.name] = attachments(
        { files: [...ids].flatMap((id) => linked?.files.get(String(id)) ?? []) },
        ids,
      );
  }
  return shown;
}

const linkedRows = (values: Values, { linked }: LinkedValues) =>
  Object.fromEntries(
    Object.values(values)
      .flat()
      .flatMap((id) => (typeof id === 'string' && linked[id] ? [[id, linked[id]]] : [])),
  );

/** The names of the people whom the values name, where the table has columns of people. */
function peopleOf({ columns }: Table, values: Values, { namesById, people }: LinkedValues): Row['people'] {
  if (namesById.size === 0) return undefined;
  const ids = columns.flatMap(({ field, options }) =>
    options.type === 'person' || people.has(field.name) ? [ownValue(values, field.name)].flat() : [],
  );
  const known = ids.flatMap((id): [string, string][] => {
    const name = typeof id === 'string' && namesById.get(id);
    return name ? [[String(id), name]] : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

const NOBODY = Object.freeze({ id: '', name: '' });

const personOf = (id: string | null, name: string) => (id === null ? NOBODY : { id, name });

/** A row as the contract has it. Guests of share links get no member data. */
export function presentRow(table: Table, row: TableRow, options: PresentOptions): Row {
  const { isOutsider, fields = null, linked } = options;
  const chosen = <Value>(values: Record<string, Value>): Record<string, Value> =>
    fields
      ? Object.fromEntries(Object.entries(values).filter(([path]) => fields.has(nameOfPath(path))))
      : values;
  const problems = problemsOf(table, row, isOutsider);
  const values = chosen(shownValues(table, row, options));
  // What could not be read was not computed with, either.
  for (const name of linked?.restricted ?? []) delete values[name];
  // Of the shown values: those of outsiders have no people.
  const people = linked && peopleOf(table, values, linked);
  const typed = isOutsider || !row.typed ? null : chosen(typedTextsOf(table.columns, row));
  const createdAt = row.created_at.toISOString();
  const isUnchanged = row.updated_at.getTime() === row.created_at.getTime();
  // A list has a hundred rows, most without any of what is added: an object that is put together of parts takes several times as long.
  const shown: Row = {
    id: row.id,
    values,
    position: row.position,
    revision: row.revision,
    created_at: createdAt,
    // Most rows were never changed.
    updated_at: isUnchanged ? createdAt : row.updated_at.toISOString(),
    created_by: isOutsider ? NOBODY : personOf(row.created_by, row.creator_name),
    updated_by: isOutsider ? NOBODY : personOf(row.updated_by, row.changer_name),
  };
  if (typed && Object.keys(typed).length > 0) shown.typed = typed;
  if (problems) shown.problems = chosen(problems);
  if (row.files) shown.files = filesOf(row.files);
  if (linked && linked.values.size > 0) shown.linked = linkedRows(linked.values.get(row.id) ?? {}, linked);
  if (people) shown.people = people;
  if (linked && linked.restricted.length > 0) shown.restricted = linked.restricted;
  return shown;
}
