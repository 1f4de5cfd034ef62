import { COLUMNS_MAX } from '#lib/text/columns-markdown.ts';
import { decoded, HeadingIds } from '#lib/text/heading-ids.ts';

const MEDIA = 'img, table, hr, [data-math], [data-embed]';

/** Elements side by side as columns of a document; they stay one below the other where those can't be so many. */
export function markColumns(container: Element, columns: readonly Element[]): void {
  const filled = columns.filter((one) => one.textContent?.trim() || one.querySelector(MEDIA));
  for (const one of columns) if (!filled.includes(one)) one.remove();
  if (filled.length < 2 || filled.length > COLUMNS_MAX) return;
  container.setAttribute('data-columns', String(filled.length));
  for (const one of filled) one.setAttribute('data-column', '');
}

/** Puts a text before what an element begins with. */
export function prependText(element: Element, text: string): void {
  const first = [...element.childNodes].find((node) => node.nodeType !== 3 || node.textContent?.trim());
  const line = first?.nodeName === 'P' ? first : element;
  line.insertBefore(element.ownerDocument.createTextNode(text), line.firstChild);
}

/** Puts lists that a program wrote one after the other, with an item each, into one. */
export function joinLists(document: Document, selector: string): void {
  for (const list of document.querySelectorAll(selector)) {
    const before = list.previousElementSibling;
    const isNext = before?.nextSibling === list || before?.nextSibling?.textContent?.trim() === '';
    if (!before || !isNext || before.className !== list.className || before.tagName !== list.tagName)
      continue;
    while (before.nextSibling && before.nextSibling !== list) before.nextSibling.remove();
    // The first of them takes the items of all others, so that each item moves once.
    for (const item of [...list.childNodes]) before.appendChild(item);
    list.remove();
  }
}

const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** Leads the links to a heading of a page by an id that its program made to the one that it has as a document. */
export function linkHeadings(content: Element): void {
  const ids = new HeadingIds();
  const known = new Map<string, string>();
  for (const heading of content.querySelectorAll(HEADINGS)) {
    const id = ids.next(heading.textContent ?? '');
    for (const one of [heading, ...heading.querySelectorAll('[id], a[name]')])
      for (const name of ['id', 'name']) {
        const written = one.getAttribute(name);
        if (written && !known.has(written)) known.set(written, id);
      }
  }
  for (const link of content.querySelectorAll('a[href^="#"]')) {
    const id = known.get(decoded(link.getAttribute('href')?.slice(1) ?? ''));
    if (id) link.setAttribute('href', `#${id}`);
  }
}
