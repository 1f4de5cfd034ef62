const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Lines of a file by which its separator is known: the first one may be a title. */
const LINES = 20;
/** A spreadsheet's own first line, which names the separator. */
const NAMED = /^\uFEFF?"?sep=([^\r\n"])"?(?:\r\n|\n|\r|$)/i;

/** How often each separator is in each of the first lines, outside of quotes. */
function countsOf(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = [];
  let counts = new Map<string, number>();
  let isQuoted = false;
  let isStart = true;
  for (let at = 0; at < text.length && lines.length < LINES; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') at += 1;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"' && isStart) isQuoted = true;
    else if (sign === '\n' || sign === '\r') {
      if (counts.size > 0) lines.push(counts);
      counts = new Map();
    } else if (SEPARATORS.some((one) => one === sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    isStart = !isQuoted && (sign === '\n' || sign === '\r' || SEPARATORS.some((one) => one === sign));
  }
  return counts.size > 0 && lines.length < LINES ? [...lines, counts] : lines;
}

/** The count that most lines have of a separator, and how many lines have it. */
function commonest(
  lines: readonly Map<string, number>[],
  separator: string,
): { lines: number; count: number } {
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

/** The separator of delimited text: the one it names, else the one that most of its first lines have equally often. */
export function separatorOf(text: string): string {
  const named = NAMED.exec(text)?.[1];
  if (named !== undefined) return named;
  const lines = countsOf(text);
  let best = { separator: ',', lines: 0, count: 0 };
  for (const separator of SEPARATORS) {
    const found = commonest(lines, separator);
    if (found.lines > best.lines || (found.lines === best.lines && found.count > best.count))
      best = { separator, ...found };
  }
  return best.separator;
}

/** The text without a first line that only names the separator. */
export const withoutSeparatorLine = (text: string): string => text.replace(NAMED, '');
