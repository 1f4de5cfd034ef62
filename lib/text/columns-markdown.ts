import type MarkdownIt from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;
type BlockRule = Parameters<Parser['block']['ruler']['before']>[2];

/** The lines that columns are written with. */
export const COLUMNS_OPEN = '<div data-columns>';
export const COLUMN_OPEN = '<div data-column>';
export const COLUMNS_CLOSE = '</div>';

const COUNT_MIN = 2;
export const COLUMNS_MAX = 4;
/** How far the end is looked for, and how often in vain, so that a hostile text takes linear time. */
const LINES_MAX = 10_000;
const FAILED_SEARCHES_MAX = 10;
const failedSearches = new WeakMap<object, number>();

/** A fence, also at the start of an item; what is in a quote has its sign before each line. */
const FENCE = /^(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/;

/** The first and the last line of a column's content, the last one excluded. */
type Range = { from: number; to: number };

/** The columns that begin at a line, and the line behind them; null where they are not whole. */
function readColumns(
  lineAt: (line: number) => string | null,
  start: number,
): { columns: Range[]; end: number } | null {
  const columns: Range[] = [];
  let depth = 1;
  let from = 0;
  let fence = '';
  for (let line = start + 1; line < start + LINES_MAX; line += 1) {
    const text = lineAt(line);
    if (text === null) return null;
    const sign = FENCE.exec(text)?.[1] ?? '';
    if (fence) {
      if (text.startsWith(fence) && sign === text) fence = '';
      continue;
    }
    if (sign) fence = sign;
    else if (text === COLUMN_OPEN || text === COLUMNS_OPEN) {
      depth += 1;
      if (depth === 2) {
        if (text !== COLUMN_OPEN) return null;
        from = line + 1;
      }
    } else if (text === COLUMNS_CLOSE) {
      depth -= 1;
      if (depth === 0) return { columns, end: line + 1 };
      if (depth === 1) columns.push({ from, to: line });
    } else if (depth === 1 && text !== '') return null;
  }
  return null;
}

/** Columns side by side: `<div data-columns>` around several `<div data-column>`, each tag on a line of its own. */
export function columnsMarkdown(markdown: Parser): void {
  const rule: BlockRule = (state, startLine, endLine, silent) => {
    if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
    const textAt = (line: number) =>
      state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
    if (textAt(startLine) !== COLUMNS_OPEN) return false;
    const failures = failedSearches.get(state.env) ?? 0;
    if (failures > FAILED_SEARCHES_MAX) return false;
    const found = readColumns((line) => {
      // Less indented, it is outside of what the columns are in.
      const isOutside = textAt(line) !== '' && (state.sCount[line] ?? 0) < state.blkIndent;
      return line >= endLine || isOutside ? null : textAt(line);
    }, startLine);
    const count = found?.columns.length ?? 0;
    if (!found || count < COUNT_MIN || count > COLUMNS_MAX) {
      failedSearches.set(state.env, failures + 1);
      return false;
    }
    if (silent) return true;
    const { lineMax } = state;
    state.push('columns_open', 'div', 1);
    for (const { from, to } of found.columns) {
      state.push('column_open', 'div', 1);
      state.lineMax = to;
      markdown.block.tokenize(state, from, to);
      state.push('column_close', 'div', -1);
    }
    state.lineMax = lineMax;
    state.push('columns_close', 'div', -1);
    state.line = found.end;
    return true;
  };
  markdown.block.ruler.before('html_block', 'columns', rule, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  markdown.renderer.rules.columns_open = (tokens, at) => {
    let count = 0;
    let depth = 0;
    for (let next = at; next < tokens.length; next += 1) {
      const type = tokens[next]?.type;
      if (type === 'columns_open') depth += 1;
      else if (type === 'column_open' && depth === 1) count += 1;
      else if (type === 'columns_close' && --depth === 0) break;
    }
    return `<div data-columns="${count}">\n`;
  };
  markdown.renderer.rules.column_open = () => '<div data-column="">\n';
}
