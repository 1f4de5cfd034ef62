/** Where cells were copied here: in which table, and by which cut, if they were cut. */
type ClipboardOrigin = { item: string; cut?: string | undefined };

/** A cell of a clipboard: its text, and where it was copied here, its value and the column that it is of. */
export type ClipboardCell = { text: string; value?: unknown; column?: string; origin?: ClipboardOrigin };

/** What a clipboard has, which a browser gives away during the event alone. */
export type ClipboardTexts = { html: string; text: string };

const needsQuotes = (text: string) => /["\t\n\r]/.test(text);
const quoted = (text: string) => (needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Cells as spreadsheets exchange them as text: tabs between columns, quotes around what contains tabs or line breaks. */
export const toTsv = (cells: readonly (readonly ClipboardCell[])[]): string =>
  cells.map((line) => line.map(({ text }) => quoted(text)).join('\t')).join('\n');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

/** Attributes of a table of copied cells. */
export const ITEM = 'data-hubkeep-item';
export const CUT = 'data-hubkeep-cut';

/** Attributes of a copied cell. */
export const VALUE = 'data-hubkeep-value';
export const COLUMN = 'data-hubkeep-column';

/** Cells as a table of HTML, with their values for a paste here. */
export function toHtml(cells: readonly (readonly ClipboardCell[])[], { item, cut }: ClipboardOrigin): string {
  const cell = ({ text, value, column }: ClipboardCell) => {
    const own =
      column === undefined
        ? ''
        : ` ${COLUMN}="${escaped(column)}" ${VALUE}="${escaped(JSON.stringify(value ?? null))}"`;
    // Spreadsheets read a line break in a cell from this style alone.
    return `<td${own} style="white-space:pre-wrap">${escaped(text).replaceAll('\n', '<br style="mso-data-placement:same-cell">')}</td>`;
  };
  const lines = cells.map((line) => `<tr>${line.map(cell).join('')}</tr>`);
  const origin = ` ${ITEM}="${item}"${cut ? ` ${CUT}="${cut}"` : ''}`;
  return `<meta charset="utf-8"><table${origin}>${lines.join('')}</table>`;
}
