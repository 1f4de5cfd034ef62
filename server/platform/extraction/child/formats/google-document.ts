/** Where the links of a Google document lead through; `q` is where they were to lead. */
const REDIRECT = 'https://www.google.com/url?';
const LIST = /(?:^|\s)lst-kix_\S*?-(\d)(?:\s|$)/;
/** Styles have a number each: `c5 title`. */
const OWN_CLASS = /(?:^|\s)c\d{1,4}(?:\s|$)/;
const RULE = /\.(c\d{1,4})\s*\{([^{}]*)\}/g;
const MARKS: readonly (readonly [tag: string, style: RegExp])[] = [
  ['strong', /font-weight:\s*(?:bold|[6-9]00)/i],
  ['em', /font-style:\s*italic/i],
  ['s', /text-decoration:\s*line-through/i],
];

/**
 * Gives a page that Google Docs exported the elements that mean what it says by its styles: the title, bold, italic and struck text, lists in
 * lists, which it writes one after the other, and the addresses of its links.
 */
export function markGoogleDocument(document: Document): void {
  for (const link of document.querySelectorAll(`a[href^="${REDIRECT}"]`)) {
    const target = URL.parse(link.getAttribute('href') ?? '')?.searchParams.get('q') ?? '';
    if (/^(?:https?|mailto):/i.test(target)) link.setAttribute('href', target);
  }
  for (const title of document.querySelectorAll('p.title')) {
    if (!OWN_CLASS.test(title.className)) continue;
    const heading = document.createElement('h1');
    heading.append(...title.childNodes);
    title.replaceWith(heading);
  }
  markText(document);
  const seen = new Set<Element>();
  for (const list of document.querySelectorAll('ul, ol')) if (!seen.has(list)) nestLists(list, seen);
}

function markText(document: Document): void {
  const styles = [...document.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n');
  const marks = new Map<string, string[]>();
  for (const [, name = '', rule = ''] of styles.matchAll(RULE))
    marks.set(
      name,
      MARKS.flatMap(([tag, style]) => (style.test(rule) ? [tag] : [])),
    );
  for (const span of document.querySelectorAll('span[class]')) {
    if (!span.textContent?.trim()) continue;
    const tags = new Set(
      (span.getAttribute('class') ?? '').split(/\s+/).flatMap((name) => marks.get(name) ?? []),
    );
    // A heading is bold by itself.
    if (span.closest('h1, h2, h3, h4, h5, h6')) tags.delete('strong');
    for (const tag of tags) {
      const mark = document.createElement(tag);
      mark.append(...span.childNodes);
      span.append(mark);
    }
  }
}

const levelOf = (element: Element | null): number | null => {
  const level = LIST.exec(element?.getAttribute('class') ?? '')?.[1];
  return level === undefined ? null : Number(level);
};

/** Puts the lists that follow one into it, each into the last entry of the one above it. */
function nestLists(first: Element, seen: Set<Element>): void {
  const base = levelOf(first);
  if (base === null) return;
  const above: { list: Element; level: number }[] = [{ list: first, level: base }];
  let next = first.nextElementSibling;
  for (let level = levelOf(next); next && level !== null && level >= base; level = levelOf(next)) {
    const list = next;
    next = list.nextElementSibling;
    while ((above.at(-1)?.level ?? -1) > level) above.pop();
    const last = above.at(-1);
    if (last && last.level === level && last.list.tagName === list.tagName) {
      seen.add(list);
      last.list.append(...list.children);
      list.remove();
      continue;
    }
    if (last?.level === level) above.pop();
    const entry = above.at(-1)?.list.lastElementChild;
    // Another list of the first one's level: it is one of its own.
    if (!entry) return;
    seen.add(list);
    entry.append(list);
    above.push({ list, level });
  }
}
