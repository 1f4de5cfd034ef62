const SEPARATORS = [',', ';', '\t', '|'] as const;
/** The separators by the names that they are chosen by. */
export const NAMED_SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
/** Lines of a file by which its separator is known: the first one may be a title. */
const LINES = 20;
/** Lines that may be before a header, as a title and a note, where an empty line comes after them. */
const TITLE_LINES = 3;
/** A spreadsheet's own first line, which names the separator. */
const NAMED = /^\uFEFF?"?sep=([^\r\n"])"?(?:\r\n|\n|\r|$)/i;

type Counts = ReadonlyMap<string, number>;

/**
 * How often each separator is in each of the first lines, outside of quotes; empty lines are left out.
 * @returns also which of the lines is the header: the first one, or the one after a title
 */
function countsOf(text: string): { lines: Counts[]; headerAt: number } {
  const lines: Counts[] = [];
  let counts = new Map<string, number>();
  let separated = 0;
  let firstEmptyAt = 0;
  let isEmpty = true;
  let isQuoted = false;
  let isStart = true;
  const finishLine = () => {
    if (!isEmpty) lines.push(counts);
    else firstEmptyAt ||= lines.length;
    if (counts.size > 0) separated += 1;
    counts = new Map();
    isEmpty = true;
  };
  for (let at = 0; at < text.length && separated < LINES; at += 1) {
    const sign = text[at] ?? '';
    const isSeparator = !isQuoted && SEPARATORS.some((one) => one === sign);
    const isEnd = !isQuoted && (sign === '\n' || sign === '\r');
    if (isEnd) {
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      finishLine();
    } else if (isSeparator || sign.trim() !== '') isEmpty = false;
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') at += 1;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"' && isStart) isQuoted = true;
    else if (isSeparator) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    isStart = isEnd || isSeparator;
  }
  if (separated < LINES) finishLine();
  const isTitled =
    firstEmptyAt <= TITLE_LINES && lines.slice(0, firstEmptyAt).every(({ size }) => size === 0);
  return { lines, headerAt: isTitled ? firstEmptyAt : 0 };
}

/** The count that most lines have of a separator, and how many lines have it. */
function commonest(lines: readonly Counts[], separator: string): { lines: number; count: number } {
  const byCount = new Map<number, number>();
  for (const counts of lines) {
    const count = counts.get(separator) ?? 0;
    if (count > 0) byCount.set(count, (byCount.get(count) ?? 0) + 1);
  }
  return [...byCount].reduce(
    (best, [count, among]) =>
      among > best.lines || (among === best.lines && count > best.count) ? { lines: among, count } : best,
    { lines: 0, count: 0 },
  );
}

/**
 * The separator of delimited text: the one it names, else, of those that its header has, the one that most of its first lines
 * have equally often. The header is the first line, or the one after a title. A header without any is that of a single column:
 * what is in its cells separates nothing.
 */
export function separatorOf(text: string): string {
  const named = NAMED.exec(text)?.[1];
  if (named !== undefined) return named;
  const { lines, headerAt } = countsOf(text);
  const header = lines[headerAt];
  // A first line with separators may be a title as well.
  const next = headerAt === 0 ? lines[1] : undefined;
  if (!header || header.size === 0)
    return SEPARATORS.find((one) => !lines.some((counts) => counts.has(one))) ?? ',';
  let best = { separator: ',', isOfHeader: false, lines: 0, count: 0 };
  for (const separator of SEPARATORS) {
    const isOfHeader = header.has(separator);
    if (!isOfHeader && !next?.has(separator)) continue;
    const found = { separator, isOfHeader, ...commonest(lines, separator) };
    const order =
      found.lines - best.lines ||
      Number(found.isOfHeader) - Number(best.isOfHeader) ||
      found.count - best.count;
    if (order > 0) best = found;
  }
  return best.separator;
}

/** The text without a first line that only names the separator. */
export const withoutSeparatorLine = (text: string): string => text.replace(NAMED, '');
