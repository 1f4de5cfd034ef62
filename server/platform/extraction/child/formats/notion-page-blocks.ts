import { calloutKind } from '#lib/text/callout-icons.ts';
import { joinLists, markColumns, prependText } from './page-elements.ts';

const COLOUR = /(?:^|\s)block-color-([a-z]+)(?:_background)?(?:\s|$)/;
/** What Notion calls a text in no language. */
const PLAIN = 'plain';

/** Gives to-dos, toggles, callouts, columns and bookmarks of a page of Notion the form that documents have. */
export function markNotionBlocks(document: Document): void {
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)].toReversed();
  for (const list of all('ul.to-do-list')) {
    list.setAttribute('data-type', 'taskList');
    for (const item of list.querySelectorAll(':scope > li')) {
      const box = item.querySelector('.checkbox');
      item.setAttribute('data-type', 'taskItem');
      item.setAttribute('data-checked', String(box?.classList.contains('checkbox-on') ?? false));
      box?.remove();
    }
  }
  joinLists(document, 'ul.to-do-list, ul.bulleted-list, ol.numbered-list');
  for (const toggle of all('ul.toggle'))
    toggle.replaceWith(...[...toggle.querySelectorAll(':scope > li')].flatMap((one) => [...one.childNodes]));
  for (const callout of all('figure.callout')) markCallout(callout);
  for (const list of all('.column-list')) markColumns(list, [...list.querySelectorAll(':scope > .column')]);
  for (const bookmark of all('a.bookmark')) {
    const title = bookmark.querySelector('.bookmark-title')?.textContent?.trim();
    bookmark.textContent = title || bookmark.getAttribute('href');
  }
  for (const code of all('pre.code > code[class^="language-"]')) {
    const language = code.className.slice('language-'.length).split(' ')[0]?.toLowerCase() ?? PLAIN;
    if (language === PLAIN) code.removeAttribute('class');
    else code.setAttribute('class', `language-${language}`);
  }
}

/** A callout has a colour and an icon; here its kind says both, and an icon of its own stays in its text. */
function markCallout(figure: Element): void {
  const icon = figure.querySelector('.icon');
  const sign = icon?.textContent?.trim() ?? '';
  const { kind, isUsual } = calloutKind(sign, COLOUR.exec(figure.className)?.[1] ?? '');
  const callout = figure.ownerDocument.createElement('aside');
  callout.setAttribute('data-callout', kind);
  // The icon stands in an element of its own, before the text.
  const frame = icon?.parentElement === figure ? icon : icon?.parentElement;
  frame?.remove();
  for (const node of [...figure.childNodes]) callout.appendChild(node);
  const only = callout.children.length === 1 ? callout.firstElementChild : null;
  if (only?.tagName === 'DIV') only.replaceWith(...only.childNodes);
  if (sign && !isUsual) prependText(callout, `${sign} `);
  figure.replaceWith(callout);
}
