import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { parseColumnText } from '#lib/fields/column-text.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import type { GridColumn } from '../columns/grid-columns.ts';

/** A pasted text as a value of its column: null empties the cell. Or why it is none, as far as the browser can say. */
export type ParsedCell = { value: unknown } | { problem: string };

/** People by their names and addresses, in lower case. */
export type PeopleByName = ReadonlyMap<string, string>;

function parsePeople({ field }: GridColumn, text: string, people: PeopleByName): ParsedCell {
  const names = text.split(/[;\n]/).flatMap((one) => one.trim() || []);
  const ids = names.map((name) => people.get(name.toLowerCase()));
  const unknown = names.find((_, at) => ids[at] === undefined);
  if (unknown !== undefined) return { problem: `${field.label} is not a member of this hub` };
  if (field.multiple) return { value: ids };
  return ids.length > 1 ? { problem: `${field.label} takes one person` } : { value: ids[0] ?? null };
}

/**
 * A text that was pasted, as a value of its column. What the field engine knows is parsed by it; its rules are checked
 * by the server.
 */
export function parseCell(
  column: GridColumn,
  text: string,
  writtenIn: InputFormat,
  people: PeopleByName,
): ParsedCell {
  const { tableType, field } = column;
  if (text.trim() === '' && field.type !== 'text' && field.type !== 'textarea') return { value: null };
  if (tableType === 'link' || tableType === 'attachment' || field.type === 'file')
    return { problem: `${field.label} cannot be pasted as text` };
  if (tableType === 'person') return parsePeople(column, text, people);
  const { value, problem } = parseColumnText(field, tableType, text, writtenIn);
  if (problem) return { problem: englishProblem(problem) };
  return { value: value === undefined || value === '' ? null : value };
}

export type TextReading = {
  writtenIn: InputFormat;
  people: PeopleByName;
};

/**
 * What was typed in a plain field of a column that does not take a text as it is, as its value; what can't be read stays as it was typed, for the server to
 * say why.
 */
export function valueOfText(column: GridColumn, text: string, { writtenIn, people }: TextReading) {
  const parsed = parseCell(column, text, writtenIn, people);
  return 'problem' in parsed ? text : (parsed.value ?? undefined);
}
