import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { parseColumnText } from '#lib/fields/column-text.ts';
import type { TableType } from '#lib/fields/column-types.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { hintFor } from '#lib/fields/hints.ts';
import type { ParsedFieldText } from '#lib/fields/parse-field-text.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import { normalizeStoredValue } from '#lib/fields/stored-value.ts';
import { unguarded } from '#lib/text/csv.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { isBlank } from '#lib/text/text.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { matchKeyOf } from '../rows/match-rows.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { saveCards } from '../rows/row-vcard.repo.ts';
import type { Table } from '../table/table.ts';
import { appendIndependentRows, appendRows, areIndependent } from '../writes/append-rows.ts';
import type { AppendedRow } from '../writes/copy-table-rows.ts';
import { changeRows, checkNewRow, type Refused, type RowWriter } from '../writes/row.service.ts';
import type { RefusedLine } from './import.repo.ts';
import { cardOfLines, saveLineCards } from './line-cards.ts';
import type { NumberedLine } from './line-cursor.ts';
import { changeByLine, isNobody, keysOfNew, lineKey, type Match, rowsOfLines } from './people-lines.ts';

/** The field of each column of a file; null for columns without one. */
export type Headers = readonly (FieldDefinition | null)[];

const folded = (text: string) => text.trim().toLowerCase();

/** Computed fields are never filled, nor files, which a line can't contain. */
export const isImportable = ({ formula, type }: FieldDefinition): boolean =>
  formula === undefined && type !== 'file';

/**
 * Finds the field of each header: by the mapping (the second `City` is its `City (2)`), else by its label,
 * name or id.
 */
export function mapHeaders(
  fields: readonly FieldDefinition[],
  header: readonly string[],
  mapping: Record<string, string> | null,
): Headers {
  const taken = new Set<string>();
  const distinct = distinctHeaders(header);
  return header.map((written, at) => {
    const name = distinct[at] ?? written;
    const wanted =
      mapping === null ? unguarded(written) : Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    if (wanted === undefined || wanted.trim() === '') return null;
    const field =
      fields.find(({ id }) => id === wanted) ??
      fields.find(({ name }) => name === wanted.trim()) ??
      fields.find(({ label, name }) => folded(label) === folded(wanted) || folded(name) === folded(wanted));
    // Without a mapping, the first of several headers of one name; a mapping that names a field twice is refused before.
    if (!field || !isImportable(field) || taken.has(field.id)) return null;
    taken.add(field.id);
    return field;
  });
}

type ReadLine = { line: NumberedLine; values: Values; key: string | null };
type Read = ReadLine | RefusedLine;

function reasonOf(errors: FieldErrors, hints: FieldErrors = {}): string {
  const sentences = Object.entries(errors).map(([path, problems]) =>
    [...problems, ...(hints[path] ?? [])].join('. '),
  );
  return [...new Set(sentences)].slice(0, 10).join('. ') || 'This line could not be taken';
}

/** The types that columns have beside their fields', by the ids of these. */
type ColumnTypes = ReadonlyMap<string, TableType | null>;

const typesOf = ({ columns }: Table): ColumnTypes =>
  new Map(columns.map(({ field, options }) => [field.id, options.type ?? null]));

function readLine(
  headers: Headers,
  types: ColumnTypes,
  match: Match,
  line: NumberedLine,
  country: string | null,
  writtenIn: InputFormat,
): Read {
  const values: Values = {};
  const problems: string[] = [];
  for (const [at, field] of headers.entries()) {
    if (!field) continue;
    const written = line.cells[at] ?? '';
    // A cell of blanks alone is an empty one.
    const cell = isBlank(written) ? '' : unguarded(written);
    // No key of the database: rows can't be matched by it.
    const read: ParsedFieldText = cell.includes('\0')
      ? { value: cell, problem: { code: 'unreadable', params: { label: field.label } } }
      : parseColumnText(field, types.get(field.id) ?? null, cell, writtenIn);
    if (read.problem) {
      // The options' labels are listed already.
      const hint = isChoice(field) ? null : hintFor(read.problem, field, read.value, { country });
      const sentence = englishProblem(read.problem);
      problems.push(hint ? `${sentence}. ${hint}` : sentence);
    }
    const isEmpty = read.value === undefined || read.value === null;
    // A card has no empty values, only those that it doesn't have.
    if (match && isEmpty && (!match.clears || line.card !== undefined)) continue;
    // An empty cell is null: in an existing row, it clears the value.
    const value = match ? normalizeStoredValue(field, read.value, country) : read.value;
    values[field.name] = value ?? null;
  }
  if (problems.length > 0)
    return { line: line.line, reason: problems.slice(0, 10).join('. '), cells: line.cells };
  if (!match || match.onMatch === 'add') return { line, values, key: null };
  const key = lineKey(match, values);
  if (key !== null || match.inOrder) return { line, values, key };
  const empty = match.columns.filter((column) => matchKeyOf([column], values) === null);
  const labels = empty.map(({ field }) => field.label).join(', ');
  return {
    line: line.line,
    reason: `${labels} ${empty.length > 1 ? 'are' : 'is'} empty, so that this line is not known again`,
    cells: line.cells,
  };
}

type Imported = { done: number; refusals: RefusedLine[] };

const refusalOf = ({ line, cells }: NumberedLine, { errors, hints }: Refused): RefusedLine => ({
  ...{ line, cells },
  reason: reasonOf(errors, hints),
});

/** Adds a row for each line, as they are read: none depends on another one, or on a row of the table. */
async function appendLines(
  trx: Transaction,
  table: Table,
  groups: AsyncIterable<readonly NumberedLine[]>,
  readOne: (line: NumberedLine) => Read,
  userId: string | null,
): Promise<Imported> {
  const refusals: RefusedLine[] = [];
  const cards = new Map<string, string>();
  async function* rows() {
    for await (const lines of groups) {
      const group: AppendedRow[] = [];
      for (const line of lines) {
        const read = readOne(line);
        const checked = 'reason' in read ? null : checkNewRow(table, read.values);
        if ('reason' in read) refusals.push(read);
        else if (checked && 'values' in checked) {
          const id = newId();
          group.push({ id, values: checked.values });
          if (line.card !== undefined) cards.set(id, line.card);
        } else if (checked) refusals.push(refusalOf(line, checked));
      }
      yield group;
    }
  }
  const done = await appendIndependentRows(trx, table, rows(), userId);
  await saveCards(trx, table.item.id, cards);
  return { done, refusals };
}

type Work = { lines: NumberedLine[]; values: Values };

/**
 * Writes some lines of a file as rows. A line that matches an existing row, in the table or from an earlier
 * line, changes that row or is skipped, as requested.
 * @param writtenIn the file's format of numbers, days and times
 * @returns how many lines were processed, and which were refused
 */
export async function importLines(
  trx: Transaction,
  table: Table,
  headers: Headers,
  match: Match,
  groups: AsyncIterable<readonly NumberedLine[]>,
  writer: RowWriter,
  writtenIn: InputFormat,
): Promise<Imported> {
  const types = typesOf(table);
  const readOne = (line: NumberedLine) => {
    const read = readLine(headers, types, match, line, table.country, writtenIn);
    if ('reason' in read || table.item.kind !== 'contact' || !isNobody(read.values)) return read;
    return { line: line.line, reason: 'This line says nothing of a person', cells: line.cells };
  };
  if ((!match || match.onMatch === 'add') && areIndependent(table))
    return appendLines(trx, table, groups, readOne, writer.id);
  const read: Read[] = [];
  for await (const lines of groups) for (const line of lines) read.push(readOne(line));
  const refusals = read.filter((one): one is RefusedLine => 'reason' in one);
  const fine = read.filter((one): one is ReadLine => 'key' in one);
  const known =
    match && match.onMatch !== 'add'
      ? await rowsOfLines(
          trx,
          table,
          match,
          fine.map(({ values }) => values),
        )
      : new Map();
  const fresh: Work[] = [];
  const changes = new Map<string, Work>();
  const freshByKey = new Map<string, Work>();
  let skipped = 0;
  for (const { line, values, key } of fine) {
    const row = key === null ? undefined : known.get(key);
    const before = row ? changes.get(row.id) : key === null ? undefined : freshByKey.get(key);
    if ((row || before) && match?.onMatch === 'skip') skipped += 1;
    else if (before) {
      before.values = { ...before.values, ...values };
      before.lines.push(line);
    } else if (row) changes.set(row.id, { lines: [line], values });
    else {
      const work = { lines: [line], values };
      fresh.push(work);
      for (const own of match ? keysOfNew(match, values) : [])
        if (!freshByKey.has(own)) freshByKey.set(own, work);
    }
  }
  let done = skipped;
  const cards = new Map<string, string>();
  const changed = new Map<string, TableRow>();
  const settle = (work: Work, rowId: string | null, refused: Refused | null) => {
    if (rowId !== null) {
      done += work.lines.length;
      const card = cardOfLines(work.lines);
      if (card !== undefined) cards.set(rowId, card);
    } else {
      const reason = refused ? reasonOf(refused.errors, refused.hints) : 'The row was deleted meanwhile';
      for (const { line, cells } of work.lines) refusals.push({ line, reason, cells });
    }
  };
  if (changes.size > 0) {
    const all = [...changes].map(([id, { values }]) => ({
      id,
      values: match ? changeByLine(match, values) : values,
    }));
    const outcomes = await changeRows(trx, table, all, writer);
    for (const [at, work] of [...changes.values()].entries()) {
      const outcome = outcomes[at];
      if (outcome?.status === 'done') changed.set(outcome.row.id, outcome.row);
      settle(
        work,
        outcome?.status === 'done' ? outcome.row.id : null,
        outcome?.status === 'refused' ? outcome : null,
      );
    }
  }
  if (fresh.length > 0) {
    const outcomes = await appendRows(
      trx,
      table,
      fresh.map(({ values }) => values),
      writer.id,
    );
    for (const [at, work] of fresh.entries()) {
      const outcome = outcomes[at];
      if (outcome && 'id' in outcome) settle(work, outcome.id, null);
      else settle(work, null, outcome ?? null);
    }
  }
  await saveLineCards(trx, table, cards, changed);
  return { done, refusals };
}
