import { parseHtml } from '#components/ui/parse-html.ts';
import { type ClipboardCell, type ClipboardTexts, COLUMN, CUT, ITEM, VALUE } from './clipboard-table.ts';

/**
 * Cells of a text with tabs, as Excel, Sheets and LibreOffice write it. A quote only begins a quoted cell at its begin;
 * one that is never closed is a character like others.
 */
export function parseTsv(text: string): ClipboardCell[][] {
  const lines: ClipboardCell[][] = [];
  let line: ClipboardCell[] = [];
  let at = 0;
  const whole = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  while (at <= whole.length) {
    const { cell, stop } = readCell(whole, at);
    line.push({ text: cell });
    if (whole[stop] !== '\t') {
      lines.push(line);
      line = [];
    }
    at = stop + 1;
  }
  // A line break at the very last closes the last line, and begins none.
  const last = lines.at(-1);
  if (lines.length > 1 && last?.length === 1 && last[0]?.text === '') lines.pop();
  return lines;
}

function readCell(text: string, begin: number): { cell: string; stop: number } {
  if (text[begin] === '"') {
    let cell = '';
    for (let at = begin + 1; at < text.length; at += 1) {
      if (text[at] !== '"') cell += text[at];
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else {
        const after = text[at + 1];
        if (after === undefined || after === '\t' || after === '\n') return { cell, stop: at + 1 };
        break;
      }
    }
  }
  let stop = begin;
  while (stop < text.length && text[stop] !== '\t' && text[stop] !== '\n') stop += 1;
  return { cell: text.slice(begin, stop), stop };
}

/** The text of an element, with its line breaks; what only indents the source is no text. */
function elementText(element: Element): string {
  let text = '';
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      const own = node.textContent ?? '';
      const isPlain = element.closest('[style*="pre"]') !== null;
      const joined = isPlain ? own : own.replace(/[\t\n\r ]+/g, ' ');
      // What indents the source after a break, as Excel writes it, begins no line.
      text += !isPlain && text.endsWith('\n') ? joined.trimStart() : joined;
    } else if (node instanceof Element) {
      if (node.tagName === 'BR') text += '\n';
      else {
        const isBlock = /^(?:P|DIV|LI)$/.test(node.tagName);
        if (isBlock && text !== '' && !text.endsWith('\n')) text = `${text.trimEnd()}\n`;
        text += elementText(node);
      }
    }
  }
  return text;
}

const CELLS_MAX = 200_000;

function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, 1000) : 1;
}

function originOf(table: Element): Pick<ClipboardCell, 'origin'> {
  const item = table.getAttribute(ITEM);
  return item === null ? {} : { origin: { item, cut: table.getAttribute(CUT) ?? undefined } };
}

function clipboardCell(cell: Element, origin: Pick<ClipboardCell, 'origin'>): ClipboardCell {
  const text = elementText(cell).replaceAll('\u00a0', ' ').trim();
  const column = cell.getAttribute(COLUMN);
  const stored = cell.getAttribute(VALUE);
  if (column === null || stored === null) return { text };
  try {
    const value: unknown = JSON.parse(stored);
    return { text, value, column, ...origin };
  } catch {
    return { text };
  }
}

/** Cells of the first table of a clipboard's HTML; null where it has none. A merged cell is its first one, and empty ones. */
export function parseHtmlTable(html: string): ClipboardCell[][] | null {
  const table = parseHtml(html).querySelector('table');
  if (!table) return null;
  const lines: ClipboardCell[][] = [];
  const origin = originOf(table);
  const taken = new Set<string>();
  let count = 0;
  for (const [at, row] of [...table.rows].entries()) {
    const line: ClipboardCell[] = [];
    for (const cell of row.cells) {
      while (taken.has(`${at}:${line.length}`)) line.push({ text: '' });
      const begin = line.length;
      line.push(clipboardCell(cell, origin));
      const [columns, rows] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      count += columns * rows;
      if (count > CELLS_MAX) return null;
      for (let below = 1; below < rows; below += 1)
        for (let beside = 0; beside < columns; beside += 1) taken.add(`${at + below}:${begin + beside}`);
      for (let beside = 1; beside < columns; beside += 1) line.push({ text: '' });
    }
    lines.push(line);
  }
  return lines.length > 0 ? lines : null;
}

/** The cells of a clipboard: of its table, else of its text. */
export function readClipboard({ html, text }: ClipboardTexts): ClipboardCell[][] {
  const table = html.includes('<table') || html.includes('<TABLE') ? parseHtmlTable(html) : null;
  return table ?? parseTsv(text);
}
