const TAG = /<[^>]*>/g;

const plain = (html: string) => html.replace(TAG, '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Adapts sanitized HTML to follow an item's title: removes a first heading that equals the title, and shifts the other
 * headings below it without skipped levels, so that the page has one `h1` and a valid outline.
 *
 * @param asWritten whether a heading looks as it was written (`data-level`), also where its level on the page is another
 *   one: so a text that is edited on the same page keeps its size
 */
export function belowTitle(html: string, title: string, asWritten = false): string {
  const first = /^\s*<h([12])\b[^>]*>([\s\S]*?)<\/h\1>/.exec(html);
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const rest = first && plain(first[2] ?? '') === plain(escaped) ? html.slice(first[0].length) : html;
  // The open ancestors of the next heading, each with its level on the page.
  const above: { level: number; shown: number }[] = [];
  let shown = 2;
  return rest.replace(/<(\/?)h([1-6])\b/g, (_, close: string, written: string) => {
    if (close) return `</h${shown}`;
    const level = Number(written);
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    shown = Math.min(6, (above.at(-1)?.shown ?? 1) + 1);
    above.push({ level, shown });
    return asWritten && shown !== level + 1 ? `<h${shown} data-level="${level}"` : `<h${shown}`;
  });
}
