import type { Job } from '#lib/contract/job.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { saveCards } from '../rows/row-vcard.repo.ts';
import type { Table } from '../table/table.ts';
import { joinTypedNumbers, type TypedNumbers } from '../table/typed-numbers.ts';
import { appendIndependentRows, areIndependent } from '../writes/append-rows.ts';
import type { AppendedRow } from '../writes/copy-table-rows.ts';
import { membersByDefault, type RowOrigin } from '../writes/new-row-defaults.ts';
import { checkNewRow, type Refused } from '../writes/row.service.ts';
import { correctionsOf } from './corrected-people.ts';
import { cardOfLines, saveLineCards } from './line-cards.ts';
import type { NumberedLine } from './line-cursor.ts';
import { UNFORESEEN } from './line-failure.ts';
import { filledLinks } from './line-links.ts';
import { fillsNames, namesOfLines } from './line-names.ts';
import { createLineReader } from './line-reader.ts';
import {
  changeByLine,
  createNewLines,
  isSomebodyElse,
  type Match,
  rowsOfLines,
  withLabelsOf,
} from './people-lines.ts';
import { type Headers, type Read, type ReadLine, reasonOf, refused } from './read-line.ts';
import type { RefusedLine } from './refused-lines.repo.ts';
import { addByLines, changeByLines, type Importer } from './write-lines.ts';

/** How many people of lines were added, changed, and left as they are. */
type ImportedPeople = NonNullable<Job['people']>;
type Imported = { done: number; refusals: RefusedLine[]; people: ImportedPeople };

const refusalOf = (line: NumberedLine, { errors, hints }: Refused): RefusedLine =>
  refused(line, reasonOf(errors, hints));

/** The row of a line that was read, or why there is none; a line whose check fails is refused. */
function checkedLine(
  table: Table,
  { line, values }: ReadLine,
  origin: RowOrigin,
): ReturnType<typeof checkNewRow> | RefusedLine {
  try {
    return checkNewRow(table, values, origin);
  } catch {
    return refused(line, UNFORESEEN);
  }
}

/** Refuses lines that could not be written: as {@link importLines}, which failed by what is in them. */
export async function refuseLines(
  _trx: Transaction,
  _table: Table,
  _headers: Headers,
  _match: Match,
  groups: AsyncIterable<readonly NumberedLine[]>,
): Promise<Imported> {
  const refusals: RefusedLine[] = [];
  for await (const lines of groups) refusals.push(...lines.map((line) => refused(line, UNFORESEEN)));
  return { done: 0, refusals, people: { added: 0, updated: 0, unchanged: 0 } };
}

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
  const origin = { by: userId, members: await membersByDefault(trx, table, [userId]) };
  async function* rows() {
    for await (const lines of groups) {
      const group: AppendedRow[] = [];
      for (const line of lines) {
        const read = readOne(line);
        const checked = 'reason' in read ? null : checkedLine(table, read, origin);
        if ('reason' in read) refusals.push(read);
        else if (checked && 'reason' in checked) refusals.push(checked);
        else if (checked && 'values' in checked) {
          const id = newId();
          group.push({ id, ...checked });
          if (read.line.card !== undefined) cards.set(id, read.line.card);
          if (read.inPart) refusals.push(read.inPart);
        } else if (checked) refusals.push(refusalOf(line, checked));
      }
      yield group;
    }
  }
  const done = await appendIndependentRows(trx, table, rows(), userId);
  await saveCards(trx, table, cards);
  return { done, refusals, people: { added: done, updated: 0, unchanged: 0 } };
}

type Work = {
  lines: NumberedLine[];
  values: Values;
  typed?: TypedNumbers | undefined;
  /** Values in place of what could not be read, also of a column by which people are known. */
  corrected?: Values;
};

/** What is to be written for lines: new rows, and changes of rows by their id. */
type Plan = {
  fresh: Work[];
  changes: Map<string, Work>;
  /** The revisions of the rows that lines match, as they were read. */
  revisions: Map<string, number>;
  /** Lines that nothing is written for, since their row is there. */
  skipped: number;
  /** Rows of the table that such lines match. */
  unchanged: number;
};

/** Sorts lines into new rows and changes; lines of one row are one change, the later line's values win. */
async function planLines(
  trx: Transaction,
  table: Table,
  match: Match,
  lines: readonly ReadLine[],
): Promise<Plan> {
  const known =
    match && match.onMatch !== 'add'
      ? await rowsOfLines(
          trx,
          table,
          match,
          lines.map(({ values }) => values),
        )
      : new Map<Values, TableRow>();
  const corrections = await correctionsOf(trx, table, match, lines, known);
  const plan: Plan = { fresh: [], changes: new Map(), revisions: new Map(), skipped: 0, unchanged: 0 };
  const { fresh, changes, revisions } = plan;
  const newLines = createNewLines<Work>(match);
  for (const one of lines) {
    const { line, values, typed, key } = one;
    const correction = corrections.get(one);
    const found = correction?.row ?? known.get(values);
    const pending = found && changes.get(found.id);
    // An earlier line may have named the row otherwise.
    const isOther = match !== null && pending !== undefined && isSomebodyElse(match, values, pending.values);
    const row = isOther && !correction ? undefined : found;
    const before = row ? changes.get(row.id) : newLines.find(values, key);
    if (row) revisions.set(row.id, row.revision);
    if (correction && !before)
      changes.set(correction.row.id, {
        lines: [line],
        values:
          match?.onMatch === 'skip'
            ? correction.values
            : withLabelsOf(table, match, correction.row.values, values),
        ...{ typed, corrected: correction.values },
      });
    else if ((row || before) && match?.onMatch === 'skip') {
      plan.skipped += 1;
      if (row && !before) plan.unchanged += 1;
    } else if (before) {
      before.values = { ...before.values, ...withLabelsOf(table, match, before.values, values) };
      before.typed = joinTypedNumbers(before.typed, typed);
      before.lines.push(line);
    } else if (row)
      changes.set(row.id, { lines: [line], values: withLabelsOf(table, match, row.values, values), typed });
    else {
      const work = { lines: [line], values, typed };
      fresh.push(work);
      newLines.add(work);
    }
  }
  return plan;
}

/** Reads all lines, with the names in them where columns are filled by names. */
async function readLines(
  trx: Transaction,
  table: Table,
  headers: Headers,
  groups: AsyncIterable<readonly NumberedLine[]>,
  readOne: ReturnType<typeof createLineReader>,
  caller: Importer['caller'],
): Promise<Read[]> {
  const hasNames = fillsNames(table, headers);
  const read: Read[] = [];
  const named: NumberedLine[] = [];
  for await (const lines of groups) {
    if (hasNames) named.push(...lines);
    else for (const line of lines) read.push(readOne(line));
  }
  if (named.length > 0) {
    // All at once: a linked table is read whole for the titles in it.
    const cells = named.map((line) => line.cells);
    const names = await namesOfLines(trx, caller, table, headers, cells);
    for (const line of named) read.push(readOne(line, names));
  }
  return read;
}

/**
 * Writes some lines of a file as rows. A line that matches an existing row, in the table or from an earlier
 * line, changes that row or is skipped, as requested.
 * @param formats of the numbers, days and times of each column of the file, by their places
 * @returns how many lines were processed, and which were refused
 */
export async function importLines(
  trx: Transaction,
  table: Table,
  headers: Headers,
  match: Match,
  groups: AsyncIterable<readonly NumberedLine[]>,
  importer: Importer,
  formats: readonly InputFormat[],
): Promise<Imported> {
  const readOne = createLineReader(table, headers, match, formats);
  // While lines are copied to the database, nothing else is asked of it.
  if ((!match || match.onMatch === 'add') && areIndependent(table) && !fillsNames(table, headers))
    return appendLines(trx, table, groups, readOne, importer.writer.id);
  const read = await readLines(trx, table, headers, groups, readOne, importer.caller);
  const fine = read.filter((one): one is ReadLine => 'key' in one);
  const plan = await planLines(trx, table, match, fine);
  const hasLinks = filledLinks(table, headers).length > 0;
  const results = createLineResults(read);
  const { people } = results;
  people.unchanged = plan.unchanged;
  const changed = new Map<string, TableRow>();
  if (plan.changes.size > 0) {
    const all = [...plan.changes].map(([id, { values, typed, corrected }]) => ({
      ...{ id, typed },
      values: match ? { ...changeByLine(match, values), ...corrected } : values,
    }));
    const outcomes = await changeByLines(trx, table, all, importer, hasLinks);
    for (const [at, work] of [...plan.changes.values()].entries()) {
      const outcome = outcomes[at];
      if (outcome?.status === 'done') {
        changed.set(outcome.row.id, outcome.row);
        const isSame = plan.revisions.get(outcome.row.id) === outcome.row.revision;
        people[isSame ? 'unchanged' : 'updated'] += 1;
        results.written(work, outcome.row.id);
      } else results.refused(work, outcome?.status === 'refused' ? outcome : null);
    }
  }
  if (plan.fresh.length > 0) {
    const all = plan.fresh.map(({ values, typed }) => ({ values, typed }));
    const outcomes = await addByLines(trx, table, all, importer, hasLinks);
    for (const [at, work] of plan.fresh.entries()) {
      const outcome = outcomes[at];
      if (outcome && 'id' in outcome) {
        people.added += 1;
        results.written(work, outcome.id);
      } else results.refused(work, outcome ?? null);
    }
  }
  await saveLineCards(trx, table, results.cards, changed);
  return { done: plan.skipped + results.done(), refusals: results.refusals, people };
}

/** Counts what became of the lines that were read, and keeps why some were refused, whole or in part. */
function createLineResults(read: readonly Read[]) {
  const refusals = read.filter((one): one is RefusedLine => 'reason' in one);
  const inPart = new Map(
    read.flatMap((one) => ('key' in one && one.inPart ? [[one.line.line, one.inPart] as const] : [])),
  );
  const people: ImportedPeople = { added: 0, updated: 0, unchanged: 0 };
  /** The vCards of rows, by their id. */
  const cards = new Map<string, string>();
  let done = 0;
  return {
    refusals,
    people,
    cards,
    done: () => done,
    written(work: Work, rowId: string): void {
      done += work.lines.length;
      const card = cardOfLines(work.lines);
      if (card !== undefined) cards.set(rowId, card);
      for (const { line } of work.lines) {
        const report = inPart.get(line);
        if (report) refusals.push(report);
      }
    },
    /** @param why null where the row was deleted meanwhile */
    refused(work: Work, why: Refused | null): void {
      const reason = why ? reasonOf(why.errors, why.hints) : 'The row was deleted meanwhile';
      for (const line of work.lines) refusals.push(refused(inPart.get(line.line) ?? line, reason));
    },
  };
}
