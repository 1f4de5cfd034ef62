import { NAMED_SEPARATORS, separatorOf, withoutSeparatorLine } from '#lib/text/csv-separator.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { LINES_SAMPLE_BYTES, type TextSource } from '#lib/text/text-encoding.ts';

const SEPARATORS: readonly string[] = Object.values(NAMED_SEPARATORS);

/** Parts of a large file that are looked at: so many from its start to its last bytes, at equal distances. */
const PARTS = 32;
const PART_BYTES = 32 * 1024;
/** Units of the widest encoding begin at multiples of it. */
const UNIT_BYTES = 4;
/** Lines of a table by which another separator than that of the first lines is believed. */
const LINES_MIN = 10;
/** How many of the lines from the first one of the table on have equally many cells. */
const ALIKE = 0.9;
/** How few of all lines then have equally many cells by the separator of the first lines. */
const UNALIKE = 0.5;

/** Where the table of a delimited text begins. */
export type TableStart = {
  separator: string;
  /** Characters before its first line, without a line that names the separator. */
  skippedLength: number;
  /** The lines that these are. */
  skippedLines: number;
};

type Counts = Map<string, number>;
/**
 * A line with how often it has each separator outside of quotes: at all, as no sentence has it, and as no number has it
 * either.
 */
type CountedLine = {
  from: number;
  place: number;
  isComment: boolean;
  all: Counts;
  dense: Counts;
  firm: Counts;
};
type Kind = 'all' | 'dense' | 'firm';

const isDigit = (sign: string | undefined) => sign !== undefined && sign >= '0' && sign <= '9';
const add = (counts: Counts, sign: string) => counts.set(sign, (counts.get(sign) ?? 0) + 1);

/** The lines of a text that are not empty. */
function countedLines(text: string): CountedLine[] {
  const lines: CountedLine[] = [];
  let place = 0;
  let isQuoted = false;
  let isStart = true;
  let isEmpty = true;
  const lineFrom = (from: number): CountedLine => ({
    ...{ from, place },
    isComment: /^#[\s#]/.test(text.slice(from, from + 2)),
    ...{ all: new Map(), dense: new Map(), firm: new Map() },
  });
  let line = lineFrom(0);
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') continue;
      if (text[at + 1] === '"') at += 1;
      else isQuoted = false;
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      if (!isEmpty) lines.push(line);
      place += 1;
      line = lineFrom(at + 1);
      isStart = true;
      isEmpty = true;
    } else if (SEPARATORS.includes(sign)) {
      add(line.all, sign);
      const isNumber = sign === ',' && isDigit(text[at - 1]) && isDigit(text[at + 1]);
      const isDense = sign === '\t' || text[at + 1] !== ' ';
      if (isDense) add(line.dense, sign);
      if (isDense && !isNumber) add(line.firm, sign);
      isStart = true;
      isEmpty = false;
    } else {
      if (sign === '"' && isStart) isQuoted = true;
      isStart = false;
      isEmpty &&= sign.trim() === '';
    }
  }
  if (!isEmpty) lines.push(line);
  return lines;
}

/** The number of a separator that most lines have, and which share of the lines it is. */
function commonest(
  lines: readonly CountedLine[],
  kind: Kind,
  separator: string,
): { count: number; lines: number } {
  const byCount = new Map<number, number>();
  for (const line of lines) {
    const count = line[kind].get(separator) ?? 0;
    if (count > 0) byCount.set(count, (byCount.get(count) ?? 0) + 1);
  }
  let best = { count: 0, lines: 0 };
  for (const [count, among] of byCount) if (among > best.lines) best = { count, lines: among };
  return best;
}

/** The table that a separator makes of the lines: where it begins, where nearly all lines from there on have equally many cells. */
function tableBy(
  lines: readonly CountedLine[],
  separator: string,
  kind: Kind = 'firm',
): { at: number } | null {
  const { count } = commonest(lines, kind, separator);
  // One comma is in many texts.
  if (count < (separator === ',' ? 2 : 1)) return null;
  const countOf = ({ all }: CountedLine) => all.get(separator) ?? 0;
  const isOfTable = (line: CountedLine) =>
    countOf(line) === count && !(line.isComment && line[kind].get(separator) !== count);
  const at = lines.findIndex(isOfTable);
  const below = at < 0 ? [] : lines.slice(at);
  const alike = below.filter((line) => (line[kind].get(separator) ?? 0) === count).length;
  if (alike < LINES_MIN || alike < ALIKE * below.length) return null;
  // Below a single title, lists of two values in one column look the same.
  if (at === 1 && count === 1 && lines[1]?.place === 1) return null;
  return { at };
}

/** The first line of a table below lines that are none of it: texts without its separator, and comments. */
function startBy(
  lines: readonly CountedLine[],
  separator: string,
  kind: Kind,
  inStart: number,
): CountedLine | null {
  const at = tableBy(lines, separator, kind)?.at ?? 0;
  // The table begins in the first part, of which the last line may be cut.
  if (at === 0 || at >= inStart - 1) return null;
  const isAbove = ({ all, isComment }: CountedLine) => isComment || !all.has(separator);
  return lines.slice(0, at).every(isAbove) ? (lines[at] ?? null) : null;
}

/** Parts of a text after its start, without the lines that they cut. */
async function laterParts(source: TextSource, encoding: string): Promise<string[]> {
  const parts: string[] = [];
  const step = (source.size - PART_BYTES - LINES_SAMPLE_BYTES) / (PARTS - 1);
  let until = LINES_SAMPLE_BYTES;
  for (let nth = 0; nth < PARTS && until < source.size; nth += 1) {
    const wanted = LINES_SAMPLE_BYTES + Math.max(0, Math.floor(step * nth));
    const offset = Math.max(until, wanted - (wanted % UNIT_BYTES));
    const text = createDecoder(encoding).decode(await source.read(offset, PART_BYTES), { stream: true });
    until = offset + PART_BYTES;
    const first = /[\r\n]/.exec(text)?.index ?? text.length;
    const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    if (last > first) parts.push(text.slice(first, last));
  }
  return parts;
}

/**
 * Finds the separator and the start of the table of a delimited text in lines from all over the file: a file whose first lines are
 * notes has the separator of the lines below these, and the notes are left out. Where the lines further below don't clearly say
 * otherwise, it is as the first lines say. The same file has the same start at each reading.
 * @param start the decoded text of its first bytes (`LINES_SAMPLE_BYTES`), without marks of byte order
 * @param chosen the separator, where somebody chose it
 */
export async function findTableStart(
  source: TextSource,
  encoding: string,
  start: string,
  chosen: string | null = null,
): Promise<TableStart> {
  const text = withoutSeparatorLine(start);
  const first = chosen ?? separatorOf(start);
  const isNamed = text !== start;
  const plain = { separator: first, skippedLength: 0, skippedLines: 0 };
  if (isNamed || !SEPARATORS.includes(first)) return plain;
  const head = countedLines(text);
  const later = source.size > LINES_SAMPLE_BYTES ? await laterParts(source, encoding) : [];
  const lines = [...head, ...later.flatMap(countedLines)];
  /** Whether the lines have equally many cells by the separator of the first ones; below notes, a comma of a sentence is none. */
  const isBelieved = (at: number): boolean => {
    const { lines: alike } = commonest(lines, at > 1 ? 'firm' : 'all', first);
    return alike >= UNALIKE * lines.length;
  };
  const others = chosen === null ? SEPARATORS.filter((one) => one !== first) : [];
  const better = others.filter((one) => {
    const table = tableBy(lines, one);
    return table !== null && !isBelieved(table.at);
  });
  const [only = first, ...more] = better;
  const separator = more.length === 0 ? only : first;
  const kind = separator === first ? 'dense' : 'firm';
  const begin = startBy(lines, separator, kind, later.length > 0 ? head.length : Number.POSITIVE_INFINITY);
  return begin
    ? { separator, skippedLength: begin.from, skippedLines: begin.place }
    : { ...plain, separator };
}
