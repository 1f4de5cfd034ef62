/** Elements that begin a line of their own. */
const BLOCK =
  'address, article, aside, blockquote, dd, details, div, dl, dt, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, ' +
  'li, main, ol, p, pre, section, table, ul';
/** Controls of a page, and Wikipedia's links to change a part of it: nothing that somebody wrote. */
const CONTROLS =
  'button, select, textarea, input:not([type="checkbox"]), noscript, audio, video, canvas, .mw-editsection';
const BOLD = /(?:^|;)\s*font-weight\s*:\s*(?:bold|[6-9]00)\b/i;
const NOT_BOLD = /(?:^|;)\s*font-weight\s*:\s*(?:normal|[1-5]00)\b/i;
const ALIGNED = /(?:^|;)\s*text-align\s*:\s*(left|center|right)\b/i;

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';
const isBlock = (node: Node | null): boolean => node instanceof Element && node.matches(BLOCK);
const isBlank = (node: Node): boolean =>
  node.nodeType === Node.COMMENT_NODE || (node.nodeType === Node.TEXT_NODE && !node.textContent?.trim());

/** Puts what an element has into another one, node by node: there may be more than a call has arguments. */
export function moveContent(from: Element, to: Node): void {
  while (from.firstChild) to.appendChild(from.firstChild);
}

/** An element of another name in the place of one, with what that had. */
function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  moveContent(element, renamed);
  element.replaceWith(renamed);
  return renamed;
}

/** Puts what an element has in its place. */
export function unwrap(element: Element): void {
  const content = element.ownerDocument.createDocumentFragment();
  moveContent(element, content);
  element.replaceWith(content);
}

function nodeBefore(node: Node): Node | null {
  let before = node.previousSibling;
  while (before && isBlank(before)) before = before.previousSibling;
  return before;
}

/** @param removed what is removed, with what follows it: so the space between many empty lines is read once */
function nodeBehind(node: Node, removed: ReadonlyMap<Node, Node | null>): Node | null {
  let next = node.nextSibling;
  while (next && isBlank(next)) next = next.nextSibling;
  return next && removed.has(next) ? (removed.get(next) ?? null) : next;
}

/** Empty lines with which other programs keep blocks apart, which have a distance of their own here. */
function removeEmptyLines(body: Element): void {
  // From the last one: of several in a row, each has a block behind it then.
  const removed = new Map<Node, Node | null>();
  for (const line of [...body.querySelectorAll('br')].toReversed()) {
    if (line.closest('pre, td, th')) continue;
    const next = nodeBehind(line, removed);
    const before = nodeBefore(line);
    const isLast = !next && before && (line.parentElement === body || isBlock(line.parentElement));
    if (isBlock(next) || isBlock(before) || isLast) removed.set(line, next);
  }
  for (const line of removed.keys()) line.parentNode?.removeChild(line);
  for (const block of [...body.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6')].toReversed()) {
    if (block.closest('pre, td, th, li') || block.textContent?.trim()) continue;
    if (!block.querySelector('img, hr, table, input, li, [data-math]')) block.remove();
  }
}

const isBold = (element: Element): boolean =>
  BOLD.test(styleOf(element)) || (/^(?:B|STRONG)$/.test(element.tagName) && !NOT_BOLD.test(styleOf(element)));

/** Whether all text of a cell is bold; null for a cell without text. */
function isBoldCell(cell: Element): boolean | null {
  const walker = cell.ownerDocument.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  let hasText = false;
  while (walker.nextNode()) {
    if (!walker.currentNode.textContent?.trim()) continue;
    hasText = true;
    let around = walker.currentNode.parentElement;
    while (around && around !== cell && !isBold(around)) around = around.parentElement;
    if (!around || !isBold(around)) return false;
  }
  return hasText ? true : null;
}

/** A first row in bold is the header of a table, as other programs have none; it is bold by itself. */
function readHeader(table: Element): void {
  const [first, second] = table.querySelectorAll('tr');
  if (!first || !second || table.querySelector('th')) return;
  const cells = [...first.children];
  const bold = cells.map(isBoldCell);
  if (bold.includes(false) || !bold.includes(true)) return;
  for (const cell of cells) {
    const header = rename(cell, 'th');
    for (const element of header.querySelectorAll('b, strong')) unwrap(element);
    for (const element of [header, ...header.querySelectorAll('[style]')])
      element.setAttribute('style', styleOf(element).replace(BOLD, ''));
  }
}

/** On which side a cell's text is: by its style or that of its only paragraph. */
function readAlignment(cell: Element): void {
  if (cell.hasAttribute('align')) return;
  const [only, more] = cell.children;
  const line = only?.tagName === 'P' && !more ? only : null;
  const side =
    ALIGNED.exec(styleOf(cell))?.[1] ??
    (line && (line.getAttribute('align') ?? ALIGNED.exec(styleOf(line))?.[1]));
  if (side) cell.setAttribute('align', side.toLowerCase());
}

/** Blocks of other programs and pages as those of documents. */
export function readPastedBlocks(body: Element): void {
  for (const control of body.querySelectorAll(CONTROLS)) control.remove();
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  removeEmptyLines(body);
  for (const table of body.querySelectorAll('table')) readHeader(table);
  for (const cell of body.querySelectorAll('td, th')) readAlignment(cell);
}
