const TAG = /<[^>]*>/g;

const plain = (html: string) => html.replace(TAG, '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Sanitized HTML as it stands below an item's title: a first heading that only says the title again goes, and the
 * others come below it without a gap between their levels, so that the page has one `h1` and an outline that can be
 * walked.
 */
export function belowTitle(html: string, title: string): string {
  const first = /^\s*<h([12])\b[^>]*>([\s\S]*?)<\/h\1>/.exec(html);
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const rest = first && plain(first[2] ?? '') === plain(escaped) ? html.slice(first[0].length) : html;
  // The headings that the next one may stand below, each with its level on the page.
  const above: { level: number; shown: number }[] = [];
  let shown = 2;
  return rest.replace(/<(\/?)h([1-6])\b/g, (_, close: string, written: string) => {
    if (close) return `</h${shown}`;
    const level = Number(written);
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    shown = Math.min(6, (above.at(-1)?.shown ?? 1) + 1);
    above.push({ level, shown });
    return `<h${shown}`;
  });
}
