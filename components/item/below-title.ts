const TAG = /<[^>]*>/g;

const plain = (html: string) => html.replace(TAG, '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Sanitized HTML as it stands below an item's title: a first heading that only says the title again goes, and the
 * others come one level below it, so that the page has one `h1`.
 */
export function belowTitle(html: string, title: string): string {
  const first = /^\s*<h([12])\b[^>]*>([\s\S]*?)<\/h\1>/.exec(html);
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const rest = first && plain(first[2] ?? '') === plain(escaped) ? html.slice(first[0].length) : html;
  return rest.replace(
    /<(\/?)h([1-5])\b/g,
    (_, close: string, level: string) => `<${close}h${Number(level) + 1}`,
  );
}
