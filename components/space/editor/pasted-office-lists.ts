import { moveContent } from './pasted-blocks.ts';

/** Word marks an item of a list by this style: `mso-list: l0 level2 lfo1`. With bounds, so that a long style is read at once. */
const OFFICE_LIST = /mso-list:\s*(\w{1,40})\b[^;"]{0,40}\blevel(\d)/i;
/** What Word writes in front of an item that has a number. */
const NUMBERED = /^\s*(?:(\d+)|[a-z]{1,3}|[ivxlc]+)[.)]/i;

type OfficeItem = { list: string; level: number };
type OpenList = { element: Element; name: string };

function officeItem(element: Element): OfficeItem | null {
  const [, list = '', level = ''] = OFFICE_LIST.exec(element.getAttribute('style') ?? '') ?? [];
  return Number(level) > 0 ? { list, level: Math.min(Number(level), 9) } : null;
}

/** Word writes items as paragraphs, with their sign as text. */
export function readOfficeLists(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    if (!officeItem(paragraph) || !paragraph.isConnected) continue;
    const run = [paragraph];
    for (let next = paragraph.nextElementSibling; next && officeItem(next); next = next.nextElementSibling)
      if (next instanceof HTMLParagraphElement) run.push(next);
      else break;
    const marker = document.createComment('');
    paragraph.before(marker);
    const lists: OpenList[] = [];
    for (const item of run) appendOfficeItem(lists, item, marker);
    marker.remove();
  }
}

function appendOfficeItem(lists: OpenList[], item: HTMLElement, marker: Comment): void {
  const { list, level } = officeItem(item) ?? { list: '', level: 1 };
  const sign = [...item.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const number = NUMBERED.exec(sign?.textContent ?? item.textContent ?? '');
  sign?.remove();
  const tag = number ? 'OL' : 'UL';
  lists.splice(level);
  const open = lists[level - 1];
  // Another list follows without anything between them.
  if (open && (open.name !== list || open.element.tagName !== tag)) lists.splice(level - 1);
  while (lists.length < level) {
    const element = document.createElement(tag);
    const isOwn = lists.length === level - 1;
    if (isOwn && Number(number?.[1] ?? 1) > 1) element.setAttribute('start', number?.[1] ?? '');
    const parent = lists.at(-1)?.element;
    if (parent) (parent.lastElementChild ?? parent.appendChild(document.createElement('li'))).append(element);
    else marker.before(element);
    lists.push({ element, name: list });
  }
  const entry = document.createElement('li');
  const line = document.createElement('p');
  moveContent(item, line);
  entry.append(line);
  lists.at(-1)?.element.append(entry);
  item.remove();
}
