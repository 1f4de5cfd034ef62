import { withLabelledCategories } from '#lib/contacts/card-labels.ts';
import { labelColumnOf } from '#lib/contacts/labels.ts';
import { readVcard, writeVcard } from '#lib/contacts/vcard.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { isBlank } from '#lib/text/text.ts';
import type { Table } from '../table/table.ts';
import type { NumberedLine } from './line-cursor.ts';
import { UNFORESEEN } from './line-failure.ts';
import type { LineNames } from './line-names.ts';
import { isEmptyPerson, type Match } from './people-lines.ts';
import { type Headers, type Read, readLine, refused, typesOf } from './read-line.ts';
import { createUnreadReader } from './unread-values.ts';

const PROBLEMS_MAX = 10;

const IS_THERE =
  'This line was imported before, without what could not be read. Correct its row in the table, or empty its reason in this file to import it once more';

/**
 * Reads the lines of a file for its table. A line whose reading fails is refused, and the others are read. Of somebody of a contact list whose number or address can't be read, the rest is
 * read, with a report of what is not; a line that says nothing else of anybody is refused.
 * @param formats of the numbers, days and times of each column, by their places
 */
export function createLineReader(
  table: Table,
  headers: Headers,
  match: Match,
  formats: readonly InputFormat[],
): ReadOne {
  const readOne = lineReader(table, headers, match, formats);
  return (line, names) => {
    try {
      return readOne(line, names);
    } catch {
      return refused(line, UNFORESEEN);
    }
  };
}

type ReadOne = (line: NumberedLine, names?: LineNames) => Read;

function lineReader(table: Table, headers: Headers, match: Match, formats: readonly InputFormat[]): ReadOne {
  const types = typesOf(table);
  const { country } = table;
  const because = (reasons: readonly string[]) => reasons.slice(0, PROBLEMS_MAX).join('. ');
  const inPart = (line: NumberedLine, reasons: readonly string[]) => ({
    inPart: { ...refused(line, because(reasons)), inPart: true },
  });
  // Without columns by which rows are known, it would be there twice.
  const isThere = ({ wasInPart }: NumberedLine) =>
    wasInPart === true && (match === null || match.onMatch === 'add');
  if (table.item.kind !== 'contact')
    return (line, names) => {
      if (isThere(line)) return refused(line, IS_THERE);
      if (line.isUnread) return refused(line, because(problemsOf(line, headers)));
      const read = readLine(headers, types, match, line, country, formats, names);
      const problems = problemsOf(line, headers);
      if (problems.length === 0) return read;
      if ('reason' in read) return refused(line, because([...problems, read.reason]));
      return { ...read, ...inPart(line, problems) };
    };
  const readInPart = createUnreadReader(table, headers);
  const inOneLine = joinsLines(headers, types);
  const labelId = labelColumnOf(table.fields)?.id;
  const labelsAt = labelId === undefined ? -1 : headers.findIndex((field) => field?.id === labelId);
  /** A line whose card's categories became labels. */
  const withLabels = (line: NumberedLine): NumberedLine => {
    const card = isBlank(line.cells[labelsAt] ?? '') ? null : readVcard(line.card);
    return card ? { ...line, card: writeVcard(withLabelledCategories(card)) } : line;
  };
  return (written, names) => {
    if (written.isUnread) return refused(written, because(problemsOf(written, headers)));
    const line = inOneLine(written);
    const part = readInPart(line);
    const own = part?.line ?? line;
    const read = readLine(part?.headers ?? headers, types, match, own, country, formats, names);
    const unread = [...problemsOf(line, headers), ...(part?.reasons ?? [])];
    if ('reason' in read) return refused(line, because([...unread, read.reason]));
    const isUnknown = match !== null && match.onMatch !== 'add' && read.key === null;
    if (isEmptyPerson(read.values) || (part && isUnknown))
      return refused(line, unread.length > 0 ? because(unread) : 'This line says nothing of a person');
    const taken = { ...read, line: withLabels(read.line) };
    return unread.length > 0 ? { ...taken, ...inPart(line, unread) } : taken;
  };
}

/** The lines of a text one after the other; of any text in a time that grows with its length alone. */
const joinedLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => line.trim() || [])
    .join(', ');

/**
 * Texts of several lines in columns of one: address books write addresses so, and nobody is left out for it. As in the card of
 * somebody, there is a comma between them.
 */
function joinsLines(
  headers: Headers,
  types: ReturnType<typeof typesOf>,
): (line: NumberedLine) => NumberedLine {
  const isShort = headers.map((field) => field?.type === 'text' && (types.get(field.id) ?? null) === null);
  return (line) => {
    if (!line.cells.some((cell, at) => isShort[at] && /[\r\n]/.test(cell))) return line;
    const cells = line.cells.map((cell, at) => (isShort[at] ? joinedLines(cell) : cell));
    return { ...line, cells };
  };
}

/** Of the cells without a column that a report shows. */
const SURPLUS_LENGTH = 200;
const NO_PROBLEMS: readonly string[] = [];

/** What of a line could not be read as it is written, and its cells beyond the last column. */
function problemsOf({ cells, problem, problems = NO_PROBLEMS }: NumberedLine, { length }: Headers) {
  const own = problem === undefined ? problems : [...problems, problem];
  if (cells.length <= length) return own;
  const further = cells.slice(length).filter((cell) => !isBlank(cell));
  if (further.length === 0) return own;
  return [...own, `It has more cells than there are columns: ${further.join(', ').slice(0, SURPLUS_LENGTH)}`];
}
