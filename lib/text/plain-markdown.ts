/** A range of a text, and its replacement, which may be empty. */
type Edit = { start: number; end: number; by: string };

/** A range of a text, in UTF-16 units. */
export type Span = { start: number; end: number };

const FENCE = /^\s*(`{3,}|~{3,})/;
/** For trimmed lines: on a line of white space alone, backtracking would take quadratic time. */
const RULE = /^(?:=+|-{2,}|(?:\* *){3,}|(?:_ *){3,}|(?:- *){3,})$/;
const TABLE_RULE = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?$/;
/** Lines that only mark a callout, a toggle, columns or a table, or embed an item (`documentMarkdown`). */
const BLOCK_TAG =
  /^(?:>\s*)*\[!(?:note|tip|important|warning|caution)\]$|^<details(?: open(?:="")?)?>$|^<\/(?:details|table|tr|div)>$|^<(?:table|tr|col(?: width="\d{1,4}")?|div data-columns?)>$|^(?:>\s*)*\[embed\]\(\/[^\s()]+ "embed"\)$/i;
const LINK_DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]{1,200}\]:\s*\S+/;
/** Markup at the start of a line: quotes, bullets, check boxes, headings and the labels of footnotes. */
const LINE_START =
  /^(?:[ \t]*>)*[ \t]*(?:[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+\[[ xX]\][ \t]+|#{1,6}[ \t]+|\[\^[^\]\s]{1,100}\]:[ \t]*)?/;

const SPACE = /\s/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Characters that mark emphasis only in the right context. */
type Run = { sign: string; start: number; end: number };

/**
 * The text of Markdown without its markup, as in the rendered page. Works line by line, in linear time;
 * invalid Markdown stays unchanged.
 * @param spans ranges of the text, in ascending order, which are returned as ranges of the result
 */
export function plainMarkdown(text: string, spans: readonly Span[] = []): { text: string; spans: Span[] } {
  return applied(text, editsOf(text), spans);
}

function editsOf(text: string): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let fence: string | null = null;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const sign = FENCE.exec(line)?.[1];
    const whole = { start: at, end: at + line.length, by: '' };
    if (fence !== null) {
      if (sign?.startsWith(fence)) {
        fence = null;
        edits.push(whole);
      }
    } else if (sign) {
      fence = sign;
      edits.push(whole);
    } else if (isRule(line) || isTableRule(line) || BLOCK_TAG.test(line.trim()) || LINK_DEFINITION.test(line))
      edits.push(whole);
    else {
      const isRow = line.trimStart().startsWith('|') || isBesideRule(lines, index);
      edits.push(...lineEdits(line, isRow).map((edit) => moved(edit, at)));
    }
    at += line.length + 1;
  }
  return edits;
}

const isRule = (line: string): boolean => RULE.test(line.trim());
const isTableRule = (line: string): boolean => TABLE_RULE.test(line.trim());

/**
 * Whether a line is a row of a table without outer bars: the header above its delimiter row, or a row below
 * it.
 */
function isBesideRule(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (!line.includes('|')) return false;
  if (isTableRule(lines[index + 1] ?? '')) return true;
  for (let above = index - 1; above >= Math.max(0, index - 50); above -= 1) {
    const other = lines[above] ?? '';
    if (isTableRule(other)) return true;
    if (!other.includes('|')) return false;
  }
  return false;
}

const moved = ({ start, end, by }: Edit, ahead: number): Edit => ({
  start: start + ahead,
  end: end + ahead,
  by,
});

function lineEdits(line: string, isRow: boolean): Edit[] {
  const start = LINE_START.exec(line)?.[0] ?? '';
  const edits: Edit[] = start.trim() ? [{ start: 0, end: start.length, by: '' }] : [];
  const textEnd = start.includes('#') ? headingEnd(line) : line.length;
  edits.push(...inlineEdits(line, start.length, textEnd, isRow));
  if (textEnd < line.length) edits.push({ start: textEnd, end: line.length, by: '' });
  return edits;
}

/** The end of a heading's text: before a closing sequence, as in `# Title #`. */
function headingEnd(line: string): number {
  const written = line.trimEnd();
  let signs = written.length;
  while (written[signs - 1] === '#') signs -= 1;
  const textLength = written.slice(0, signs).trimEnd().length;
  return signs < written.length && textLength < signs ? textLength : line.length;
}

/** The markup inside a line, in ascending order. */
function inlineEdits(line: string, from: number, to: number, isRow: boolean): Edit[] {
  const edits: Edit[] = [];
  const runs: Run[] = [];
  const open: Run[] = [];
  const rest = /[\\`*_~[\]!<|]/g;
  rest.lastIndex = from;
  const isLink = linkFinder(line);
  for (let found = rest.exec(line); found && found.index < to; found = rest.exec(line)) {
    const { index } = found;
    const ahead = line.slice(index, to);
    const [edit, next] = signAt(ahead, { line, index, isRow, isLink });
    edits.push(...edit.map((one) => moved(one, index)));
    if (edit.length === 0) {
      const sign = /^(?:\*+|_+|~~)/.exec(ahead)?.[0];
      if (sign) {
        pair({ sign, start: index, end: index + sign.length }, line, open, runs);
        rest.lastIndex = index + sign.length;
        continue;
      }
    }
    rest.lastIndex = index + Math.max(1, next);
  }
  for (const { start, end } of runs) edits.push({ start, end, by: '' });
  return edits.sort((a, b) => a.start - b.start);
}

const NOTHING: [Edit[], number] = [[], 1];
const cutAt = (start: number, end: number): Edit => ({ start, end, by: '' });

type Place = { line: string; index: number; isRow: boolean; isLink: (opening: number) => boolean };

/** The edits for the markup at an index, relative to it, and how many characters to skip. */
function signAt(ahead: string, { line, index, isRow, isLink }: Place): [Edit[], number] {
  switch (ahead[0]) {
    case '\\':
      return /^\\[!-/:-@[-`{-~]/.test(ahead) ? [[cutAt(0, 1)], 2] : NOTHING;
    case '`':
      return codeAt(ahead);
    case '<': {
      const lineBreak = /^<br *\/?>/i.exec(ahead)?.[0];
      if (lineBreak) return [[{ start: 0, end: lineBreak.length, by: ' ' }], lineBreak.length];
      const summary =
        /^(?:<\/?summary>|<span data-picture(?: data-(?:width|align)="[a-z\d]{1,6}"){0,2}>|<\/span>|<t[dh](?: (?:colspan|rowspan|align)="[a-z\d]{1,6}"){0,3}>|<\/t[dh]>)/.exec(
          ahead,
        )?.[0];
      if (summary) return [[cutAt(0, summary.length)], summary.length];
      const address = /^<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/.exec(ahead)?.[1];
      return address === undefined
        ? NOTHING
        : [[cutAt(0, 1), cutAt(address.length + 1, address.length + 2)], address.length + 2];
    }
    case '!':
      return ahead[1] === '[' && isLink(index + 1) ? [[cutAt(0, 2)], 2] : NOTHING;
    case '[': {
      const item = /^\[item\]\(\/[^\s()]{1,500} "item"\)/.exec(ahead)?.[0];
      if (item) return [[cutAt(0, item.length)], item.length];
      const note = /^\[\^[^\]\s]{1,100}\]/.exec(ahead)?.[0];
      if (note) return [[cutAt(0, note.length)], note.length];
      return isLink(index) ? [[cutAt(0, 1)], 1] : NOTHING;
    }
    case ']': {
      const target =
        /^\](?:\((?:<[^<>\n]{0,2000}>|[^\s()]{0,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,2000})?)(?:\s+["'(][^"')]{0,500}["')])?\s*\)|\[[^\]\n]{0,200}\])/.exec(
          ahead,
        )?.[0];
      return target ? [[cutAt(0, target.length)], target.length] : NOTHING;
    }
    case '|': {
      if (!isRow) return NOTHING;
      const isOuter = line.slice(0, index).trim() === '' || ahead.slice(1).trim() === '';
      const before = /[ \t]*$/.exec(line.slice(Math.max(0, index - 100), index))?.[0].length ?? 0;
      const after = /^[ \t]*/.exec(ahead.slice(1))?.[0].length ?? 0;
      return [[{ start: -before, end: 1 + after, by: isOuter ? '' : ' · ' }], 1 + after];
    }
    default:
      return NOTHING;
  }
}

/** The maximum length of a link's text. */
const LINK_MAX = 1000;

/**
 * Returns a function for the opening brackets of a line, in ascending order: whether a closing one follows,
 * directly before a link target.
 */
function linkFinder(line: string): (opening: number) => boolean {
  const closings = /\][([]/g;
  let nextClosing = -1;
  return (opening) => {
    if (nextClosing <= opening) {
      closings.lastIndex = opening + 1;
      nextClosing = closings.exec(line)?.index ?? Number.POSITIVE_INFINITY;
    }
    return nextClosing - opening - 1 <= LINK_MAX;
  };
}

function codeAt(ahead: string): [Edit[], number] {
  const sign = /^`+/.exec(ahead)?.[0] ?? '`';
  let close = ahead.indexOf(sign, sign.length);
  while (close >= 0 && (ahead[close + sign.length] === '`' || ahead[close - 1] === '`')) {
    close = ahead.indexOf(sign, close + sign.length + 1);
  }
  if (close < 0) return [[], sign.length];
  return [[cutAt(0, sign.length), cutAt(close, close + sign.length)], close + sign.length];
}

/** Closes the open run of the same marker, or opens one. */
function pair(run: Run, line: string, open: Run[], runs: Run[]): void {
  const before = line[run.start - 1] ?? ' ';
  const after = line[run.end] ?? ' ';
  const isUnderscore = run.sign.startsWith('_');
  const canClose = !SPACE.test(before) && !(isUnderscore && LETTER_OR_DIGIT.test(after));
  const canOpen = !SPACE.test(after) && !(isUnderscore && LETTER_OR_DIGIT.test(before));
  if (canClose) {
    const at = open.findLastIndex(({ sign }) => sign === run.sign);
    const opened = open[at];
    if (opened) {
      open.length = at;
      runs.push(opened, run);
      return;
    }
  }
  // Limits the search in a text that consists only of markers.
  if (canOpen && open.length < 100) open.push(run);
}

function applied(text: string, edits: readonly Edit[], spans: readonly Span[]) {
  let result = '';
  let at = 0;
  const moves: { at: number; by: number; end: number }[] = [];
  for (const { start, end, by } of edits) {
    if (start < at) continue;
    result += text.slice(at, start) + by;
    moves.push({ at: start, end, by: by.length - (end - start) });
    at = end;
  }
  result += text.slice(at);
  let next = 0;
  let shift = 0;
  const resultOffset = (place: number): number => {
    // Positions are in ascending order.
    for (let move = moves[next]; move && move.end <= place; move = moves[next]) {
      shift += move.by;
      next += 1;
    }
    const move = moves[next];
    return (move && move.at < place ? move.at : place) + shift;
  };
  const moved = spans.map(({ start, end }) => ({ start: resultOffset(start), end: resultOffset(end) }));
  return { text: result, spans: moved.filter(({ start, end }) => start < end) };
}
