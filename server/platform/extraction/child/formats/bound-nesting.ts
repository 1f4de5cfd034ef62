/** Deeper than any page that somebody wrote; parsers take quadratic time for what is nested without a limit. */
const MAX_DEPTH = 200;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title']);
/** Elements whose next one closes them: lists and tables may omit their closing tags. */
const IMPLIED = new Set('p li dt dd tr td th option rt rp'.split(' '));

/**
 * HTML without the tags that are nested deeper than {@link MAX_DEPTH}; what stands in them is kept. In linear time, for
 * any text; HTML that is not nested so deeply is returned as it is.
 */
export function boundNesting(html: string): string {
  const pieces: string[] = [];
  const open: string[] = [];
  const omitted = new Map<string, number>();
  const tags = /<(?:!--|(\/?)([a-z][a-z0-9:-]*))/gi;
  let copied = 0;
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    const name = found[2]?.toLowerCase();
    if (name === undefined || (RAW.has(name) && !found[1])) {
      const close =
        name === undefined ? html.indexOf('-->', found.index) : closeOf(html, name, tags.lastIndex);
      if (close < 0) break;
      tags.lastIndex = close;
      continue;
    }
    if (VOID.has(name) || RAW.has(name)) continue;
    if (found[1] ? isClosed(name, open, omitted) : isOpened(name, open)) continue;
    const tagEnd = html.indexOf('>', found.index);
    if (tagEnd < 0) break;
    if (!found[1]) omitted.set(name, (omitted.get(name) ?? 0) + 1);
    pieces.push(html.slice(copied, found.index), ' ');
    copied = tagEnd + 1;
    tags.lastIndex = copied;
  }
  return pieces.length === 0 ? html : pieces.join('') + html.slice(copied);
}

function closeOf(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? -1;
}

/** Opens an element unless it would be too deep. */
function isOpened(name: string, open: string[]): boolean {
  if (IMPLIED.has(name) && open.at(-1) === name) return true;
  if (open.length >= MAX_DEPTH) return false;
  open.push(name);
  return true;
}

/** Closes an element, with what was left open in it; false where its opening tag was omitted. */
function isClosed(name: string, open: string[], omitted: Map<string, number>): boolean {
  const count = omitted.get(name) ?? 0;
  if (count > 0) {
    omitted.set(name, count - 1);
    return false;
  }
  const at = open.lastIndexOf(name);
  if (at >= 0) open.length = at;
  return true;
}
