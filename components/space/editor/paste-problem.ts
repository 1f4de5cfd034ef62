/** Characters of pasted HTML at most; what word processors put around a long text is several times the text. */
const PASTED_HTML_MAX = 4_000_000;
/** Characters of pasted text, and cells of a pasted table, at most. */
const PASTED_TEXT_MAX = 1_000_000;
const PASTED_CELLS_MAX = 5_000;

/** Why something can't be pasted. */
export type PasteProblem = 'too_long' | 'too_many_cells';

/** Whether what is pasted is more than a document takes at once. */
export function pasteProblem(html: string, text: string): PasteProblem | null {
  if (html.length > PASTED_HTML_MAX || text.length > PASTED_TEXT_MAX) return 'too_long';
  const cells = html.match(/<t[dh][\s>]/gi)?.length ?? 0;
  return cells > PASTED_CELLS_MAX ? 'too_many_cells' : null;
}
