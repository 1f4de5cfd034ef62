import type { RowOutcome } from '#lib/contract/table.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { hintsFor } from '#lib/fields/hints.ts';
import type { FieldErrors, FieldProblem } from '#lib/fields/problem.ts';
import type { ValidationResult } from '#lib/fields/validate.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { repeatedErrors, repeatedValues, type WrittenRow } from '../columns/unique-values.ts';
import { queueNewRowIndexing, queueRowIndexing } from '../indexing/queue-row-indexing.ts';
import { withFileNames } from '../rows/history-names.ts';
import { nameOfPath } from '../rows/row.presenter.ts';
import { type NewRow, rewriteRows, rowsByIds, type TableRow, writeRows } from '../rows/row.repo.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { claimRowFiles, rowFileErrors, withFiles } from '../rows/row-file.repo.ts';
import { checkValues } from '../table/check-values.ts';
import type { Table } from '../table/table.ts';
import { joinTypedNumbers, type TypedNumbers, typedNumbersOf } from '../table/typed-numbers.ts';
import { createComputedLimit } from './computed-size.ts';
import { copyTableRows } from './copy-table-rows.ts';
import { membersByDefault, NOBODY, type RowOrigin, withDefaults } from './new-row-defaults.ts';
import { takeOverDeletedRows } from './take-over-deleted-rows.ts';

export type Refused = { errors: FieldErrors; details?: readonly FieldProblem[]; hints?: FieldErrors };

/** The result of a row that was to be written. */
export type RowWriteOutcome =
  | {
      status: 'done';
      row: TableRow;
      /** Of a change: what its cells were before, null for an empty one. */ previous?: Values;
    }
  | ({ status: 'refused' } & Refused)
  | { status: 'stale'; row: TableRow }
  | { status: 'missing' };

/** Who writes; a form that a visitor submitted has no id. */
export type RowWriter = { id: string | null; name: string };

const refusedFor = (problems: readonly FieldProblem[]): Refused => ({
  errors: englishErrors(problems),
  details: problems,
});

/** Empty values need no space, and are missing for the validator. */
function withoutNothing(values: Values): Values {
  if (!Object.values(values).some((value) => value === null || value === undefined)) return values;
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** What is wrong with rows beside their values alone: files of other rows, and values that others have. */
export async function errorsAmongRows(
  trx: Transaction,
  table: Table,
  rows: readonly WrittenRow[],
): Promise<Map<string, Refused>> {
  const errors = new Map<string, Refused>();
  for (const [id, problems] of await rowFileErrors(trx, table, rows)) errors.set(id, refusedFor(problems));
  for (const [id, columns] of await repeatedValues(trx, table, rows, errors.keys())) {
    const known = errors.get(id);
    errors.set(id, { ...known, errors: { ...known?.errors, ...repeatedErrors(columns) } });
  }
  return errors;
}

/** Checks the values of a new row, which has the defaults of columns that were not given. */
export function checkNewRow(
  table: Table,
  input: Values,
  origin: RowOrigin = NOBODY,
): { values: Values; typed?: TypedNumbers | undefined } | Refused {
  const { country } = table;
  const found = checkValues(table, withoutNothing(withDefaults(table, input, origin)));
  if (found.ok) return { values: found.values, typed: typedNumbersOf(table.columns, found) };
  const hints = hintsFor(table.fields, input, found.problems, { country });
  return { ...refusedFor(found.problems), hints };
}

export type RowInput = {
  values: Values;
  id?: string | undefined;
  position?: number | undefined;
  /** How numbers among the values were typed, where these come from elsewhere as they are stored. */
  typed?: TypedNumbers | undefined;
  /** Where others write other rows of the same statement. */
  writer?: RowWriter;
};

/** Rows of a request that are many: from so many on they are written by COPY, whose further statements take longer for fewer. */
export const MANY_ROWS = 50;

/** Whether rows go to the end of their table under ids that nobody has yet. */
const areAppended = (rows: readonly RowInput[]) =>
  rows.every(({ id, position }) => id === undefined && position === undefined);

/**
 * Adds rows, those whose values its columns accept, in the caller's transaction (a
 * form's submission fills a table so). The table must be locked (`requireTable(…, 'rows')`).
 * @returns the result of each, in their order
 */
export async function insertRows(
  trx: Transaction,
  table: Table,
  rows: readonly RowInput[],
  writer: RowWriter,
): Promise<RowWriteOutcome[]> {
  const taken = new Set<string>();
  const writers = rows.map((input) => (input.writer ?? writer).id);
  const members = await membersByDefault(trx, table, writers);
  const refuseLarge = createComputedLimit(table);
  const checked = rows.map((input, at): NewRow | Refused => {
    const id = input.id ?? newId();
    if (!isId(id)) return refusedFor([{ code: 'invalid', params: { label: 'Id', type: 'id' }, path: 'id' }]);
    if (taken.has(id)) return { errors: { id: ['There is a row of this id already'] } };
    const found = checkNewRow(table, input.values, { by: writers[at] ?? null, members });
    if (!('values' in found)) return found;
    const large = refuseLarge(found.values);
    if (large) return large;
    taken.add(id);
    const typed = joinTypedNumbers(found.typed, input.typed);
    return { id, values: found.values, typed, position: input.position, by: input.writer?.id };
  });
  const wrong = await errorsAmongRows(
    trx,
    table,
    checked.filter((one) => 'id' in one),
  );
  const read = checked.map((one) => ('id' in one ? (wrong.get(one.id) ?? one) : one));
  const fine = read.filter((one): one is NewRow => 'id' in one);
  const isNew = areAppended(rows);
  const write = isNew && fine.length >= MANY_ROWS ? copyTableRows : writeRows;
  const made = fine.length > 0 ? await write(trx, table, fine, writer.id) : new Map<string, never>();
  const outcomes = read.map((one, at): RowWriteOutcome => {
    if (!('id' in one)) return { status: 'refused', ...one };
    const known = made.get(one.id);
    const by = rows[at]?.writer ?? writer;
    if (!known) return { status: 'refused', errors: { id: ['There is a row of this id already'] } };
    return {
      status: 'done',
      row: {
        ...{ id: one.id, values: one.values, typed: one.typed, revision: 1 },
        ...{ ...known, updated_at: known.created_at },
        ...{ created_by: by.id, updated_by: by.id },
        ...{ creator_name: by.name, changer_name: by.name, isChecked: true },
      },
    };
  });
  const written = outcomes.flatMap((one) => (one.status === 'done' ? [one.row] : []));
  if (written.length === 0) return outcomes;
  // A deleted row that is added again, as the undo of a deletion does, is no deleted row any more.
  if (rows.some(({ id }) => id !== undefined)) await takeOverDeletedRows(trx, table, written);
  await claimRowFiles(trx, table, written);
  const done = await withFiles(trx, table, written);
  const ids = done.map(({ id }) => id);
  await (isNew ? queueNewRowIndexing(trx, table, ids) : queueRowIndexing(trx, table, done));
  // Of rows that several people add at once, the last one counts.
  await recordRowCountChange(trx, table, done.length, done.at(-1)?.updated_by ?? writer.id);
  const rowOf = new Map(done.map((row) => [row.id, row]));
  return outcomes.map((one) =>
    one.status === 'done' ? { status: 'done', row: rowOf.get(one.row.id) ?? one.row } : one,
  );
}

/** The problems of a row after a change, without earlier ones that the change does not concern. */
function newProblems(
  table: Table,
  before: TableRow,
  changes: Values,
  problems: readonly FieldProblem[],
): FieldProblem[] {
  const checked = checkValues(table, before.values, { country: null, hidden: 'keep' });
  const known = new Set(checked.ok ? [] : checked.problems.map(({ path }) => path));
  return problems.filter(({ path }) => Object.hasOwn(changes, nameOfPath(path)) || !known.has(path));
}

/** What a change does not concern stays as it is, also where it would be stored in another format today. */
function untouched(
  before: TableRow,
  changes: Values,
  { values, typed = {} }: { values: Values; typed?: TypedTexts },
): Values {
  const names = Object.keys(typed).map(nameOfPath);
  const omitted = names.filter((name) => !Object.hasOwn(changes, name));
  return { ...values, ...Object.fromEntries(omitted.map((name) => [name, before.values[name]])) };
}

/**
 * A row's values after a change: accepted ones as they are, and old values that don't fit any more unchanged.
 */
function changedValues(table: Table, before: TableRow, changes: Values): ValidationResult {
  const merged = withoutNothing({ ...before.values, ...changes });
  const checked = checkValues(table, merged);
  if (checked.ok) return { ...checked, values: untouched(before, changes, checked) };
  const problems = newProblems(table, before, changes, checked.problems);
  if (problems.length > 0) return { ...checked, problems };
  // An earlier problem is not this change's fault: the rest is validated, and computed, without it.
  const broken = new Set(checked.problems.map(({ path }) => nameOfPath(path)));
  const optional = table.fields.map((field): FieldDefinition => {
    if (!broken.has(field.name)) return field;
    const { required_if: _, ...rest } = field;
    return { ...rest, required: false };
  });
  const sound = Object.fromEntries(Object.entries(merged).filter(([name]) => !broken.has(name)));
  const again = checkValues(table, sound, { fields: optional });
  const brokenValues = Object.fromEntries(Object.entries(merged).filter(([name]) => broken.has(name)));
  if (!again.ok) return { ok: true, values: { ...sound, ...brokenValues } };
  return { ...again, values: { ...untouched(before, changes, again), ...brokenValues } };
}

/** Why each of the rows can't have values, beside what rows have in common; nothing where it can. */
export const problemsOfRows = (table: Table, rows: readonly TableRow[], values: Values): string[][] =>
  rows.map((row) => {
    const found = changedValues(table, row, values);
    return found.ok ? [] : Object.values(englishErrors(found.problems)).flat();
  });

export type RowChange = {
  id: string;
  values: Values;
  revision?: number | undefined;
  /** How numbers among the values were typed, where these come from other rows. */
  typed?: TypedNumbers | undefined;
  /** What else changes of it: its links, which are stored beside it. */
  links?: CellChanges;
  /** Where others change other rows by the same statement. */
  writer?: RowWriter;
};

/** The cells that differ between two states of a row. */
function cellChanges({ fields }: Table, before: Values, after: Values): CellChanges {
  const changes: CellChanges = {};
  for (const { id, name } of fields) {
    const [from, to] = [before[name] ?? null, after[name] ?? null];
    if (JSON.stringify(from) !== JSON.stringify(to)) changes[id] = [from, to];
  }
  return changes;
}

const previousValues = ({ fields }: Table, cells: CellChanges): Values =>
  Object.fromEntries(fields.flatMap(({ id, name }) => (cells[id] ? [[name, cells[id][0]]] : [])));

const isSame = (left: Values, right: Values) => {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => JSON.stringify(left[name]) === JSON.stringify(right[name]));
};

/**
 * Changes rows: the given values of each. One that stays as it is gets no new revision. The table must be
 * locked.
 * @param locked the rows, where the caller has locked them already
 * @param options.bulk what users wait for is indexed first
 * @returns the result of each, in their order
 */
export async function changeRows(
  trx: Transaction,
  table: Table,
  changes: readonly RowChange[],
  writer: RowWriter,
  locked?: ReadonlyMap<string, TableRow>,
  { bulk = false }: { bulk?: boolean } = {},
): Promise<RowWriteOutcome[]> {
  const ids = [...new Set(changes.map(({ id }) => id).filter(isId))];
  const rows = locked ?? (await rowsByIds(trx, table, ids, { lock: 'change' }));
  const writers = new Map(changes.map((change) => [change.id, change.writer ?? writer]));
  const next = new Map<string, Pick<TableRow, 'values' | 'typed'>>();
  const refuseLarge = createComputedLimit(table);
  const links = new Map<string, CellChanges>();
  const read = changes.map(({ id, values, typed, revision, links: linked = {} }): RowWriteOutcome => {
    const row = rows.get(id);
    if (!row) return { status: 'missing' };
    if (revision !== undefined && revision !== row.revision) return { status: 'stale', row };
    // A row that is in the request twice is changed twice.
    const before = { ...row, ...next.get(id) };
    const found = changedValues(table, before, values);
    if (!found.ok) {
      const hints = hintsFor(table.fields, values, found.problems, { country: table.country });
      return { status: 'refused', ...refusedFor(found.problems), hints };
    }
    const isLinked = Object.keys(linked).length > 0;
    if (isLinked) links.set(id, { ...links.get(id), ...linked });
    // A number that stays keeps its text.
    const texts = joinTypedNumbers(before.typed, typedNumbersOf(table.columns, found), typed);
    if (isLinked || !isSame(found.values, before.values)) {
      const large = refuseLarge(found.values);
      if (large) return { status: 'refused', ...large };
      next.set(id, { values: found.values, typed: texts });
    }
    return { status: 'done', row };
  });
  const wrong = await errorsAmongRows(
    trx,
    table,
    [...next].map(([id, { values }]) => ({ id, values, before: rows.get(id)?.values })),
  );
  const outcomes = read.map((one): RowWriteOutcome => {
    const problems = one.status === 'done' ? wrong.get(one.row.id) : undefined;
    return problems ? { status: 'refused', ...problems } : one;
  });
  for (const id of wrong.keys()) next.delete(id);
  const written = [...next].map(([id, { values, typed }]) => ({
    ...{ id, values, typed },
    cells: { ...cellChanges(table, rows.get(id)?.values ?? {}, values), ...links.get(id) },
    by: writers.get(id)?.id,
  }));
  if (written.length === 0) return outcomes;
  const changed = await rewriteRows(trx, table, await withFileNames(trx, table, written), writer.id);
  const now = new Map<string, TableRow>();
  for (const { id, values, typed } of written) {
    const row = rows.get(id);
    const known = changed.get(id);
    const by = writers.get(id) ?? writer;
    if (row && known)
      now.set(id, { ...row, ...known, values, typed, updated_by: by.id, changer_name: by.name });
  }
  await claimRowFiles(trx, table, written);
  for (const row of await withFiles(trx, table, [...now.values()])) now.set(row.id, row);
  await queueRowIndexing(trx, table, [...now.values()], { bulk });
  const lastWriter = writers.get(written.at(-1)?.id ?? '') ?? writer;
  await recordRowCountChange(trx, table, 0, lastWriter.id);
  const before = new Map(written.map(({ id, cells }) => [id, previousValues(table, cells)]));
  return outcomes.map((one) =>
    one.status === 'done'
      ? { status: 'done', row: now.get(one.row.id) ?? one.row, previous: before.get(one.row.id) ?? {} }
      : one,
  );
}

/** An outcome as the contract has it. @param shown the columns that its reader may compare: of no others, the values before are shown */
export function presentOutcome(
  outcome: RowWriteOutcome,
  shown: Pick<Table, 'fields'>,
  present: (row: TableRow) => NonNullable<RowOutcome['row']>,
): RowOutcome {
  if (outcome.status === 'missing') return { status: 'missing' };
  if (outcome.status === 'refused') return outcome;
  const { status, row } = outcome;
  if (!('previous' in outcome)) return { status, row: present(row) };
  const names = new Set(shown.fields.map(({ name }) => name));
  const previous = Object.fromEntries(
    Object.entries(outcome.previous ?? {}).filter(([name]) => names.has(name)),
  );
  return { status, row: present(row), previous };
}
