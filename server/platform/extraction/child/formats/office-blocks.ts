import { inlineFormula } from '#lib/documents/formula.ts';
import { CALLOUT_STYLES } from '#server/platform/extraction/docx-styles.ts';

/** Gives the blocks of a page that HTML has no elements for the form that documents have: callouts, toggles, tasks, formulas. */
export function markDocumentBlocks(document: Document): void {
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)].toReversed();
  const make = (
    tag: string,
    attributes: Record<string, string>,
    parts: readonly Iterable<Node>[],
  ): Element => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const part of parts) for (const node of [...part]) element.appendChild(node);
    return element;
  };
  for (const { kind } of CALLOUT_STYLES)
    for (const one of all(`table.callout-${kind}`))
      one.replaceWith(make('aside', { 'data-callout': kind }, cellsOf(one)));
  for (const one of all('table.quote')) one.replaceWith(make('blockquote', {}, cellsOf(one)));
  for (const one of all('table.toggle')) {
    const [summary = [], ...rest] = cellsOf(one);
    one.replaceWith(make('details', {}, [[make('summary', {}, [inlineNodes(summary)])], ...rest]));
  }
  for (const one of all('pre br, div.formula br')) one.replaceWith(document.createTextNode('\n'));
  for (const one of all('pre[data-language]')) {
    const language = one.getAttribute('data-language') ?? '';
    one.replaceWith(make('pre', {}, [[make('code', { class: `language-${language}` }, [one.childNodes])]]));
  }
  for (const one of all('span.formula, div.formula')) {
    const text = one.textContent ?? '';
    one.setAttribute('data-math', one.tagName === 'SPAN' ? inlineFormula(text) : text);
  }
  for (const one of all('ul')) splitTasks(one, make);
}

const cellsOf = (table: Element): Iterable<Node>[] =>
  [...table.querySelectorAll('td, th')]
    .filter((cell) => cell.closest('table') === table)
    .map((cell) => cell.childNodes);

/** What stands in the paragraphs of a cell. */
const inlineNodes = (nodes: Iterable<Node>): Node[] =>
  [...nodes].flatMap((node) => (node.nodeName === 'P' ? [...node.childNodes] : [node]));

const isInput = (node: Node | null | undefined): node is Element => node?.nodeName === 'INPUT';

/** The box that an item begins with. */
function checkboxOf(item: Element): Element | null {
  const first = [...item.childNodes].find((node) => node.nodeType !== 3 || node.textContent?.trim());
  const box = first?.nodeName === 'P' || first?.nodeName === 'LABEL' ? first.firstChild : first;
  return isInput(box) && box.getAttribute('type') === 'checkbox' ? box : null;
}

type Make = (tag: string, attributes: Record<string, string>, parts: readonly Iterable<Node>[]) => Element;

/** Divides a list into lists of tasks and of others, in their order. */
function splitTasks(list: Element, make: Make): void {
  const items = [...list.children];
  const boxes = items.map(checkboxOf);
  if (boxes.every((box) => box === null)) return;
  const lists: { isTasks: boolean; items: Element[] }[] = [];
  items.forEach((item, at) => {
    const box = boxes[at];
    if (box) {
      item.setAttribute('data-type', 'taskItem');
      item.setAttribute('data-checked', String(box.hasAttribute('checked')));
      const next = box.nextSibling;
      if (next?.nodeType === 3) next.textContent = (next.textContent ?? '').replace(/^\s/, '');
      box.remove();
    }
    const last = lists.at(-1);
    if (last?.isTasks === Boolean(box)) last.items.push(item);
    else lists.push({ isTasks: Boolean(box), items: [item] });
  });
  list.replaceWith(
    ...lists.map((one) => make('ul', one.isTasks ? { 'data-type': 'taskList' } : {}, [one.items])),
  );
}
