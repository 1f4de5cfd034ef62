import { isCalendarDate } from '#lib/text/date-markdown.ts';
import { markColumns } from './page-elements.ts';
import { framePicture } from './picture-frame.ts';

/** The panels of pages that Confluence exported as HTML, as callouts. */
const PANELS: Readonly<Record<string, string>> = {
  'confluence-information-macro-information': 'note',
  'confluence-information-macro-tip': 'tip',
  'confluence-information-macro-note': 'important',
  'confluence-information-macro-warning': 'warning',
};
const LANGUAGE = /brush:\s*([\w+-]{1,30})/;
const DATE = / on (\w{3} \d{1,2}, \d{4})/;

/** Gives panels, code, toggles and tasks of an exported page the form that documents have. @returns what was left out */
export function markConfluenceBlocks(document: Document): string {
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)].toReversed();
  const make = (tag: string, attributes: Record<string, string>, nodes: Iterable<Node>): Element => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const node of [...nodes]) element.appendChild(node);
    return element;
  };
  const strongLine = (text: string): Node[] => {
    if (!text) return [];
    return [make('p', {}, [make('strong', {}, [document.createTextNode(text)])])];
  };
  for (const one of all('.confluence-information-macro')) {
    const kind = Object.keys(PANELS).find((name) => one.classList.contains(name));
    const body = one.querySelector('.confluence-information-macro-body') ?? one;
    const title = one.querySelector(':scope > .title')?.textContent?.trim() ?? '';
    const content = [...strongLine(title), ...body.childNodes];
    one.replaceWith(make('aside', { 'data-callout': PANELS[kind ?? ''] ?? 'note' }, content));
  }
  for (const one of all('pre.syntaxhighlighter-pre')) {
    const language = LANGUAGE.exec(one.getAttribute('data-syntaxhighlighter-params') ?? '')?.[1];
    const code = make('code', language ? { class: `language-${language}` } : {}, one.childNodes);
    (one.closest('.code.panel') ?? one).replaceWith(make('pre', {}, [code]));
  }
  for (const one of all('.panel')) {
    const title = one.querySelector('.panelHeader')?.textContent?.trim() ?? '';
    const body = one.querySelector('.panelContent');
    if (body)
      one.replaceWith(make('aside', { 'data-callout': 'note' }, [...strongLine(title), ...body.childNodes]));
  }
  for (const one of all('.expand-container')) {
    const title = one.querySelector('.expand-control-text')?.textContent?.trim() || 'More';
    const body = one.querySelector('.expand-content');
    const summary = make('summary', {}, [document.createTextNode(title)]);
    if (body) one.replaceWith(make('details', {}, [summary, ...body.childNodes]));
  }
  for (const one of all('ul.inline-task-list')) {
    one.setAttribute('data-type', 'taskList');
    for (const item of one.querySelectorAll(':scope > li')) {
      item.setAttribute('data-type', 'taskItem');
      item.setAttribute('data-checked', String(item.classList.contains('checked')));
    }
  }
  for (const one of all('.columnLayout')) markColumns(one, [...one.querySelectorAll(':scope > .cell')]);
  for (const one of document.querySelectorAll('time[datetime]'))
    if (isCalendarDate(one.getAttribute('datetime'))) one.setAttribute('data-date', '');
  for (const one of all('img.confluence-embedded-image')) frame(one);
  const contents = all('.toc-macro');
  for (const one of contents) one.remove();
  return contents.length > 0 ? 'toc' : '';
}

/** The width that somebody chose has a mark around its picture, as has its place. */
function frame(picture: Element): void {
  const around = picture.closest('.confluence-embedded-file-wrapper');
  const isChosen = around?.classList.contains('confluence-embedded-manual-size');
  const caption = around?.querySelector('.confluence-embedded-caption, figcaption');
  const layout = {
    width: isChosen ? picture.getAttribute('width') : null,
    align: /(?:^|\s)image-(left|center|right)-wrapper/.exec(around?.className ?? '')?.[1],
    caption: caption?.textContent,
  };
  caption?.remove();
  framePicture(picture, layout);
}

/** When a page was changed last, by its line of metadata: `…, last modified by Ada on Jan 02, 2025`. */
export function confluenceDate(metadata: string): string {
  const date = new Date(`${DATE.exec(metadata)?.[1] ?? ''} UTC`);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
