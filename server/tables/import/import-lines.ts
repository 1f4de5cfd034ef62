import type { Job } from '#lib/contract/job.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { saveCards } from '../rows/row-vcard.repo.ts';
import type { Table } from '../table/table.ts';
import { appendIndependentRows, areIndependent } from '../writes/append-rows.ts';
import type { AppendedRow } from '../writes/copy-table-rows.ts';
import { checkNewRow, type Refused } from '../writes/row.service.ts';
import { correctionsOf } from './corrected-people.ts';
import { cardOfLines, saveLineCards } from './line-cards.ts';
import type { NumberedLine } from './line-cursor.ts';
import { filledLinks } from './line-links.ts';
import { fillsNames, namesOfLines } from './line-names.ts';
import { createLineReader } from './line-reader.ts';
import { changeByLine, keysOfNew, type Match, rowsOfLines, withLabelsOf } from './people-lines.ts';
import { type Headers, type Read, type ReadLine, reasonOf, refused } from './read-line.ts';
import type { RefusedLine } from './refused-lines.repo.ts';
import { addByLines, changeByLines, type Importer } from './write-lines.ts';

/** How many people of lines were added, changed, and left as they are. */
type ImportedPeople = NonNullable<Job['people']>;
type Imported = { done: number; refusals: RefusedLine[]; people: ImportedPeople };

const refusalOf = (line: NumberedLine, { errors, hints }: Refused): RefusedLine =>
  refused(line, reasonOf(errors, hints));

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
          if (read.line.card !== undefined) cards.set(id, read.line.card);
          if (read.inPart) refusals.push(read.inPart);
        } else if (checked) refusals.push(refusalOf(line, checked));
      }
      yield group;
    }
  }
  const done = await appendIndependentRows(trx, table, rows(), userId);
  await saveCards(trx, table.item.id, cards);
  return { done, refusals, people: { added: done, updated: 0, unchanged: 0 } };
}

type Work = {
  lines: NumberedLine[];
  values: Values;
  /** Values in place of what could not be read, also of a column by which people are known. */
  corrected?: Values;
};

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
  importer: Importer,
  writtenIn: InputFormat,
): Promise<Imported> {
  const readOne = createLineReader(table, headers, match, writtenIn);
  const hasNames = fillsNames(table, headers);
  const hasLinks = filledLinks(table, headers).length > 0;
  // While lines are copied to the database, nothing else is asked of it.
  if ((!match || match.onMatch === 'add') && areIndependent(table) && !hasNames)
    return appendLines(trx, table, groups, readOne, importer.writer.id);
  const read: Read[] = [];
  const named: NumberedLine[] = [];
  for await (const lines of groups) {
    if (hasNames) named.push(...lines);
    else for (const line of lines) read.push(readOne(line));
  }
  if (named.length > 0) {
    // All at once: a linked table is read whole for the titles in it.
    const cells = named.map((line) => line.cells);
    const names = await namesOfLines(trx, importer.caller, table, headers, cells);
    for (const line of named) read.push(readOne(line, names));
  }
  const refusals = read.filter((one): one is RefusedLine => 'reason' in one);
  const fine = read.filter((one): one is ReadLine => 'key' in one);
  const inPart = new Map(
    fine.flatMap(({ line: { line }, inPart: report }) => (report ? [[line, report]] : [])),
  );
  const known =
    match && match.onMatch !== 'add'
      ? await rowsOfLines(
          trx,
          table,
          match,
          fine.map(({ values }) => values),
        )
      : new Map();
  const corrections = await correctionsOf(trx, table, match, fine, known);
  const fresh: Work[] = [];
  const changes = new Map<string, Work>();
  const freshByKey = new Map<string, Work>();
  let skipped = 0;
  const people: ImportedPeople = { added: 0, updated: 0, unchanged: 0 };
  const revisions = new Map<string, number>();
  for (const one of fine) {
    const { line, values, key } = one;
    const correction = corrections.get(one);
    const row = correction?.row ?? (key === null ? undefined : known.get(key));
    const before = row ? changes.get(row.id) : key === null ? undefined : freshByKey.get(key);
    if (row) revisions.set(row.id, row.revision);
    if (correction && !before)
      changes.set(correction.row.id, {
        lines: [line],
        values:
          match?.onMatch === 'skip'
            ? correction.values
            : withLabelsOf(table, match, correction.row.values, values),
        corrected: correction.values,
      });
    else if ((row || before) && match?.onMatch === 'skip') {
      skipped += 1;
      if (row && !before) people.unchanged += 1;
    } else if (before) {
      before.values = { ...before.values, ...withLabelsOf(table, match, before.values, values) };
      before.lines.push(line);
    } else if (row)
      changes.set(row.id, { lines: [line], values: withLabelsOf(table, match, row.values, values) });
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
  const settle = (work: Work, rowId: string | null, outcome: Refused | null) => {
    if (rowId !== null) {
      done += work.lines.length;
      const card = cardOfLines(work.lines);
      if (card !== undefined) cards.set(rowId, card);
      for (const { line } of work.lines) {
        const report = inPart.get(line);
        if (report) refusals.push(report);
      }
    } else {
      const reason = outcome ? reasonOf(outcome.errors, outcome.hints) : 'The row was deleted meanwhile';
      for (const line of work.lines) refusals.push(refused(inPart.get(line.line) ?? line, reason));
    }
  };
  if (changes.size > 0) {
    const all = [...changes].map(([id, { values, corrected }]) => ({
      id,
      values: match ? { ...changeByLine(match, values), ...corrected } : values,
    }));
    const outcomes = await changeByLines(trx, table, all, importer, hasLinks);
    for (const [at, work] of [...changes.values()].entries()) {
      const outcome = outcomes[at];
      if (outcome?.status === 'done') {
        changed.set(outcome.row.id, outcome.row);
        const isSame = revisions.get(outcome.row.id) === outcome.row.revision;
        people[isSame ? 'unchanged' : 'updated'] += 1;
      }
      settle(
        work,
        outcome?.status === 'done' ? outcome.row.id : null,
        outcome?.status === 'refused' ? outcome : null,
      );
    }
  }
  if (fresh.length > 0) {
    const outcomes = await addByLines(
      trx,
      table,
      fresh.map(({ values }) => ({ values })),
      importer,
      hasLinks,
    );
    for (const [at, work] of fresh.entries()) {
      const outcome = outcomes[at];
      if (outcome && 'id' in outcome) {
        people.added += 1;
        settle(work, outcome.id, null);
      } else settle(work, null, outcome ?? null);
    }
  }
  await saveLineCards(trx, table, cards, changed);
  return { done, refusals, people };
}
