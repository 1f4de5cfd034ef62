import type MarkdownIt from 'markdown-it';
import { directionAttribute } from './direction-markdown.ts';

type Parser = InstanceType<typeof MarkdownIt>;
type RenderRule = NonNullable<Parser['renderer']['rules'][string]>;
type BlockRule = Parameters<Parser['block']['ruler']['before']>[2];

const COLUMN = /^<col(?: width="(\d{1,4})")?>$/;
const CELL = /^<(t[dh])((?: (?:colspan|rowspan|align)="[a-z\d]{1,6}")*)>(.*)<\/\1>$/;
const ATTRIBUTE = /(colspan|rowspan|align)="([a-z\d]+)"/g;
const ALIGNED = new Set(['left', 'center', 'right']);
const COLUMNS_MAX = 200;
const CELLS_MAX = 100_000;

type Cell = { tag: string; text: string; attributes: Map<string, string> };
type Table = { widths: number[]; rows: Cell[][]; end: number };

function cellOf(line: string): Cell | null {
  const [, tag, attributes = '', text = ''] = CELL.exec(line) ?? [];
  if (!tag) return null;
  const read = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value] as const);
  return { tag, text: text.trim(), attributes: new Map(read) };
}

/** The table that begins at a line; null where there is none. It ends at the first line that is none of it. */
function readTable(lineAt: (line: number) => string | null, start: number): Table | null {
  if (lineAt(start) !== '<table>') return null;
  const table: Table = { widths: [], rows: [], end: start };
  let line = start + 1;
  for (let column = COLUMN.exec(lineAt(line) ?? ''); column; column = COLUMN.exec(lineAt(line) ?? '')) {
    if (table.widths.length < COLUMNS_MAX) table.widths.push(Number(column[1] ?? 0));
    line += 1;
  }
  let cells = 0;
  while (lineAt(line) === '<tr>') {
    const row: Cell[] = [];
    line += 1;
    for (let cell = cellOf(lineAt(line) ?? ''); cell; cell = cellOf(lineAt(line) ?? '')) {
      row.push(cell);
      line += 1;
    }
    cells += row.length;
    if (lineAt(line) !== '</tr>' || cells > CELLS_MAX) return null;
    table.rows.push(row);
    line += 1;
  }
  if (lineAt(line) !== '</table>' || cells === 0) return null;
  table.end = line + 1;
  return table;
}

const htmlTable: BlockRule = (state, startLine, endLine, silent) => {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const lineAt = (line: number): string | null => {
    if (line >= endLine || (state.sCount[line] ?? 0) < state.blkIndent) return null;
    return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
  };
  const table = readTable(lineAt, startLine);
  if (!table) return false;
  if (silent) return true;
  state.push('table_open', 'table', 1).meta = { widths: table.widths };
  for (const row of table.rows) {
    state.push('tr_open', 'tr', 1);
    for (const { tag, text, attributes } of row) {
      const open = state.push(`${tag}_open`, tag, 1);
      for (const name of ['colspan', 'rowspan']) {
        const span = Number(attributes.get(name) ?? 1);
        if (span > 1) open.attrSet(name, String(span));
      }
      const align = attributes.get('align') ?? '';
      if (ALIGNED.has(align)) open.attrSet('style', `text-align:${align}`);
      const inline = state.push('inline', '', 0);
      inline.content = text;
      inline.children = [];
      state.push(`${tag}_close`, tag, -1);
    }
    state.push('tr_close', 'tr', -1);
  }
  state.push('table_close', 'table', -1);
  state.line = table.end;
  return true;
};

/**
 * Tables with merged cells, and with widths of their columns, as HTML with one tag or one cell on each line; the text
 * of a cell is Markdown.
 */
export function tableMarkdown(markdown: Parser): void {
  markdown.block.ruler.before('html_block', 'html_table', htmlTable, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  // The policy of pages allows no styles in tags.
  const cell: RenderRule = (tokens, at, options, _env, self) => {
    const token = tokens[at];
    const align = /text-align:(\w+)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
    if (token?.attrs && align) {
      token.attrs = token.attrs.filter(([name]) => name !== 'style');
      token.attrSet('data-align', align);
    }
    return self.renderToken(tokens, at, options);
  };
  markdown.renderer.rules.th_open = cell;
  markdown.renderer.rules.td_open = cell;
  markdown.renderer.rules.table_open = (tokens, at) => {
    const widths: unknown = tokens[at]?.meta?.widths;
    const columns = (Array.isArray(widths) ? widths : [])
      .map((width) => (width ? `<col width="${width}">` : '<col>'))
      .join('');
    return `<table${directionAttribute(tokens[at])}>\n${columns ? `<colgroup>${columns}</colgroup>\n` : ''}`;
  };
}
