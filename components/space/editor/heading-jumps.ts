import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { HeadingFinder, HeadingIds } from '#lib/text/heading-ids.ts';

/** The headings of a document, with the ids that readers see. */
export function editedHeadings(doc: Node): { id: string; text: string; position: number }[] {
  const ids = new HeadingIds();
  const found: { id: string; text: string; position: number }[] = [];
  doc.descendants((node, position) => {
    if (node.type.name !== 'heading') return !node.isTextblock;
    const text = node.textContent.replace(/\s+/g, ' ').trim();
    found.push({ id: ids.next(text), text, position });
    return false;
  });
  return found;
}

/** What an address names of this very document; null for other addresses. */
function fragmentOf(href: string): string | null {
  const { origin, pathname } = window.location;
  const url = URL.parse(href, window.location.href);
  return url && url.origin === origin && url.pathname === pathname && url.hash ? url.hash.slice(1) : null;
}

/** A link to a heading of the document leads to it. */
export const HeadingJumps = Extension.create({
  name: 'headingJumps',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleClick(view, _position, event) {
          const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
          const fragment = fragmentOf(link?.getAttribute('href') ?? '');
          if (fragment === null) return false;
          const headings = editedHeadings(view.state.doc);
          const id = new HeadingFinder(headings, document.querySelector('h1')?.textContent ?? '').find(
            fragment,
          );
          const heading = headings.find((one) => one.id === id);
          const element = heading && view.nodeDOM(heading.position);
          if (!(element instanceof HTMLElement)) return false;
          event.preventDefault();
          element.scrollIntoView();
          return true;
        },
      },
    }),
  ],
});
