import { inlineFormula } from './formula.ts';

/** Elements that begin a line of a cell, and end it. */
const BLOCK = new Set(
  (
    'address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table ul'
  ).split(' '),
);
const BULLETS = ['•', '◦', '▪'];
/** Deeper lists begin no further than those. */
const INDENT_MAX = 8;
const INDENT = '\u2003';

/** Elements that each line of a cell is put into at most: each line has copies of them. */
const WRAPPERS_MAX = 12;

const isElement = (node: Node): node is Element => node.nodeType === 1;
const isText = (node: Node): boolean => node.nodeType === 3;
/** In a loop: an expression would look at a long run of spaces within the text again for each of them. */
function withoutLastSpaces(text: string): string {
  let { length } = text;
  while (length > 0 && ' \t\r\n'.includes(text[length - 1] ?? '.')) length -= 1;
  return text.slice(0, length);
}

const nameOf = (element: Element): string => element.tagName.toLowerCase();
const hasBlocks = (element: Element): boolean =>
  [...element.children].some((one) => BLOCK.has(nameOf(one)) || hasBlocks(one));

/**
 * A cell of a document is one line of text: its blocks become lines, divided by line breaks. Items of lists keep their bullets,
 * numbers and boxes, code becomes code of a line, rows of a table within it become lines. A caption becomes a paragraph above its table.
 */
export function flattenCells(root: ParentNode): void {
  for (const caption of root.querySelectorAll('table > caption')) moveCaption(caption);
  for (const cell of root.querySelectorAll('td, th')) {
    // One within another cell became its text.
    if (!hasBlocks(cell) || !root.contains(cell) || cell.parentElement?.closest('td, th')) continue;
    const lines = new CellLines(cell.ownerDocument);
    lines.add(cell, { wrappers: [], depth: 0 });
    lines.replaceContent(cell);
  }
}

function moveCaption(caption: Element): void {
  const table = caption.parentElement;
  const isInCell = Boolean(table?.parentElement?.closest('td, th'));
  if (!table || isInCell) return;
  const line = caption.ownerDocument.createElement('p');
  for (const node of [...caption.childNodes]) line.appendChild(node);
  caption.remove();
  if (line.textContent?.trim()) table.before(line);
}

/** What is around a node: the elements of a line that its copies are put into, and how many lists it is in. */
type Around = { wrappers: readonly Element[]; depth: number };

class CellLines {
  readonly #document: Document;
  readonly #lines: Node[][] = [];
  #line: Node[] = [];
  /** What the next line begins with. */
  #mark = '';

  constructor(document: Document) {
    this.#document = document;
  }

  replaceContent(cell: Element): void {
    this.#end();
    cell.replaceChildren();
    for (const [at, line] of this.#lines.entries()) {
      if (at > 0) cell.appendChild(this.#document.createElement('br'));
      for (const node of line) cell.appendChild(node);
    }
  }

  add(parent: Element, around: Around): void {
    for (const node of [...parent.childNodes]) this.#addNode(node, around);
  }

  #addNode(node: Node, around: Around): void {
    if (!isElement(node)) {
      if (isText(node)) this.#put(node, around);
      return;
    }
    const name = nameOf(node);
    if (!BLOCK.has(name)) {
      const wrappers = around.wrappers.length < WRAPPERS_MAX ? [...around.wrappers, node] : around.wrappers;
      if (hasBlocks(node)) this.add(node, { ...around, wrappers });
      else this.#put(node, around);
      return;
    }
    this.#end();
    this.#addBlock(node, name, around);
    this.#end();
  }

  #addBlock(block: Element, name: string, around: Around): void {
    if (name === 'ul' || name === 'ol') this.#addList(block, name === 'ol', around);
    else if (name === 'li') this.#addItem(block, BULLETS[0] ?? '', around);
    else if (name === 'table') this.#addTable(block, around);
    else if (name === 'pre') this.#addCode(block, around);
    else if (block.hasAttribute('data-math')) this.#addFormula(block, around);
    else if (block.hasAttribute('data-embed')) this.#addEmbed(block, around);
    else this.add(block, around);
  }

  #addList(list: Element, isOrdered: boolean, around: Around): void {
    const start = Number(list.getAttribute('start') ?? 1);
    let number = Number.isInteger(start) ? start : 1;
    const bullet = BULLETS[Math.min(around.depth, BULLETS.length - 1)] ?? '';
    for (const node of [...list.childNodes]) {
      if (!isElement(node) || nameOf(node) !== 'li') {
        // Some programs put a list into a list, beside its items.
        this.#addNode(node, { ...around, depth: around.depth + 1 });
        continue;
      }
      this.#end();
      this.#addItem(node, isOrdered ? `${number}.` : bullet, around);
      this.#end();
      number += 1;
    }
  }

  #addItem(item: Element, sign: string, around: Around): void {
    const isChecked = takeCheckbox(item);
    const box = isChecked ? '☑' : '☐';
    const indent = INDENT.repeat(Math.min(around.depth, INDENT_MAX));
    this.#mark = `${indent}${isChecked === null ? sign : box} `;
    this.add(item, { ...around, depth: around.depth + 1 });
    // One without text has no line.
    this.#mark = '';
  }

  /** The rows of a table as lines, with dots between their cells. */
  #addTable(table: Element, around: Around): void {
    for (const row of table.querySelectorAll('tr')) {
      if (row.closest('table') !== table) continue;
      this.#end();
      let isFirst = true;
      for (const cell of [...row.children]) {
        const inner = new CellLines(this.#document);
        inner.add(cell, { wrappers: [], depth: 0 });
        inner.#end();
        const lines = inner.#lines;
        if (!isFirst && lines.length > 0) this.#put(this.#document.createTextNode(' · '), around);
        if (lines.length > 0) isFirst = false;
        for (const [at, line] of lines.entries()) {
          if (at > 0) this.#put(this.#document.createTextNode(' '), around);
          for (const node of line) this.#put(node, around);
        }
      }
    }
    this.#end();
  }

  #addCode(block: Element, around: Around): void {
    for (const br of block.querySelectorAll('br')) br.replaceWith(this.#document.createTextNode('\n'));
    for (const line of (block.textContent ?? '').split(/\r?\n/)) {
      if (!line.trim()) continue;
      const code = this.#document.createElement('code');
      // White space at the start of a line would go.
      code.textContent = line.trimEnd().replace(/^\s+/, (space) => '\u00a0'.repeat(space.length));
      this.#put(code, around);
      this.#end();
    }
  }

  #addFormula(block: Element, around: Around): void {
    const latex = inlineFormula(block.getAttribute('data-math'));
    if (!latex) {
      this.add(block, around);
      return;
    }
    const formula = this.#document.createElement('span');
    formula.setAttribute('data-math', latex);
    formula.textContent = latex;
    this.#put(formula, around);
  }

  #addEmbed(block: Element, around: Around): void {
    const link = this.#document.createElement('a');
    link.setAttribute('data-item', block.getAttribute('data-embed') ?? '');
    this.#put(link, around);
  }

  #put(node: Node, { wrappers }: Around): void {
    if (this.#line.length === 0 && isText(node) && !node.textContent?.trim()) return;
    let whole: Node = node;
    for (const wrapper of wrappers.toReversed()) {
      const copy = wrapper.cloneNode(false);
      copy.appendChild(whole);
      whole = copy;
    }
    if (this.#mark) this.#line.push(this.#document.createTextNode(this.#mark));
    this.#mark = '';
    this.#line.push(whole);
  }

  #end(): void {
    const last = this.#line.at(-1);
    if (last && isText(last)) last.textContent = withoutLastSpaces(last.textContent ?? '');
    if (this.#line.length > 0) this.#lines.push(this.#line);
    this.#line = [];
  }
}

/** Whether an item of a list is a task, and done; its box is taken out of it. */
function takeCheckbox(item: Element): boolean | null {
  const own = item.getAttribute('data-checked') ?? item.getAttribute('aria-checked');
  const box = item.querySelector('input[type="checkbox"]');
  const isOwnBox = box?.closest('li') === item;
  if (isOwnBox) box?.remove();
  if (own !== null) return own === 'true';
  return isOwnBox && box ? box.hasAttribute('checked') : null;
}
