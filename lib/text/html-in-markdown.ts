import { BREAKS, DROPPED_WHOLE, HEADING, isKnown, LITERAL, MARKS, QUOTES } from './html-names.ts';
import {
  attributeOf,
  codeBlockOf,
  codeOf,
  joinedLines,
  LOWERED,
  lengthWithoutSpaces,
  plainText,
  quoted,
  RAISED,
  shifted,
} from './html-pieces.ts';
import { tableOf } from './html-table.ts';

/** The text between two tags, and where the text continues behind them. */
type Inner = { text: string; until: number };

/** Inline code that is looked through for its end, and elements that lie in each other, at most. */
const CODE_MAX = 2_000;
const DEPTH_MAX = 20;
const TAIL_MAX = 4_000;
/** What a line begins with (signs of quotes and lists), at most. */
const BEGIN_MAX = 200;
/** How often the end of an element is looked for in vain. */
const FAILED_SEARCHES_MAX = 10;

/** What may be of interest: a fence at the start of a line, an escaped sign, code, a comment, or a tag. */
const TOKEN =
  /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:`{3,}|~{3,})|\\[\s\S]|`+|<!--|<(\/?)([a-z][a-z0-9]*)(?=[\s/>])([^<>]*)>/gim;
const LINE_START = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;

/** Blocks that a line has no form for: their text stays. */
const IN_LINE_BREAKS = new Set('table blockquote aside details summary pre h1 h2 h3 h4 h5 h6'.split(' '));
/** How many lines above one are looked at. */
const LINES_ABOVE = 50;

/**
 * Markdown in which common HTML, as wikis and repositories have it, has the form that documents know; comments go. What is in
 * code, and tags that mean nothing here, stay as they are. In linear time for any text, but for elements in each other.
 */
export function withoutHtml(markdown: string, aside: (text: string) => string = quoted): string {
  return new Converter(markdown, { aside, depth: 0, isLine: false }).run();
}

/** What a text is in: other elements, or a line, where no blocks are. */
type Place = { aside: (text: string) => string; depth: number; isLine: boolean };

class Converter {
  readonly #isLine: boolean;
  readonly #text: string;
  readonly #aside: (text: string) => string;
  readonly #depth: number;
  /** What was written; the end of it, which may still change, stands in `#out`. */
  #done = '';
  #out = '';
  #at = 0;
  #failures = 0;
  #hasOpenComment = false;
  /** How far the text of the list item is indented that the text is in. */
  #indent = 0;
  readonly #marks: string[] = [];
  /** What the ends of open elements are written as. */
  readonly #closings: { name: string; closing: string }[] = [];
  readonly #lists: { isOrdered: boolean; number: number }[] = [];

  constructor(text: string, { aside, depth, isLine }: Place) {
    this.#text = text;
    this.#aside = aside;
    this.#depth = depth;
    this.#isLine = isLine;
  }

  run(): string {
    const tokens = new RegExp(TOKEN);
    for (;;) {
      tokens.lastIndex = this.#at;
      const found = tokens.exec(this.#text);
      if (!found) break;
      this.#settle();
      this.#copy(found.index);
      const [whole, slash = '', name = '', attributes = ''] = found;
      const until = found.index + whole.length;
      if (name) this.#tag({ whole, name: name.toLowerCase(), attributes, isEnd: slash !== '', until });
      else if (whole === '<!--') this.#comment(until);
      else if (whole.startsWith('\\')) this.#copy(until);
      else if (/[`~]{3}$/.test(whole) && this.#isLineStart(found.index)) this.#fence(whole, until);
      else this.#copy(this.#codeEnd(whole, until));
    }
    this.#copy(this.#text.length);
    return this.#done + this.#out;
  }

  /** The end is looked through at each block: it stays short. */
  #settle(): void {
    if (this.#out.length < 2 * TAIL_MAX) return;
    this.#done += this.#out.slice(0, -TAIL_MAX);
    this.#out = this.#out.slice(-TAIL_MAX);
  }

  #isLineStart = (at: number): boolean => at === 0 || this.#text[at - 1] === '\n';

  #copy(until: number): void {
    this.#out += this.#text.slice(this.#at, until);
    this.#at = Math.max(this.#at, until);
  }

  /** Code of a line continues to as many signs as it began with. */
  #codeEnd(sign: string, from: number): number {
    const rest = this.#text.slice(from, from + CODE_MAX);
    const paragraph = rest.slice(0, rest.search(/\n[ \t]*\n/) >>> 0);
    for (const { 0: run, index } of paragraph.matchAll(/`+/g))
      if (run.length === sign.length) return from + index + run.length;
    return from;
  }

  #fence(open: string, from: number): void {
    const sign = /(?:`+|~+)$/.exec(open)?.[0] ?? '';
    let until = this.#text.indexOf('\n', from);
    while (until >= 0) {
      const next = this.#text.indexOf('\n', until + 1);
      const line = this.#text
        .slice(until + 1, next < 0 ? undefined : next)
        .replace(/^[ \t>]*/, '')
        .trimEnd();
      until = next;
      if (line.startsWith(sign) && line.split(sign[0] ?? '').join('') === '') break;
    }
    this.#copy(until < 0 ? this.#text.length : until);
  }

  #comment(from: number): void {
    const until = this.#hasOpenComment ? -1 : this.#text.indexOf('-->', from);
    this.#hasOpenComment = until < 0;
    // One without an end is none.
    if (until < 0) this.#copy(from);
    else this.#at = until + 3;
  }

  #tag(tag: { whole: string; name: string; attributes: string; isEnd: boolean; until: number }): void {
    const { name, attributes, until } = tag;
    const open = tag.isEnd ? this.#openIndex(name) : -1;
    if (open >= 0) {
      this.#out += this.#closings[open]?.closing ?? '';
      this.#closings.length = open;
      this.#at = until;
    } else if (!isKnown(name) || this.#isIndentedCode(until)) this.#copy(until);
    else if (this.#isLine && IN_LINE_BREAKS.has(name)) {
      this.#at = until;
      this.#break();
    } else if (tag.isEnd) this.#closeTag(name, until);
    else this.#openTag(name, attributes, tag.whole, until);
  }

  /** Whether a place is in code that is one by its indentation: below an empty line, and in no list. */
  #isIndentedCode(at: number): boolean {
    let start =
      Math.max(0, at - CODE_MAX) + this.#text.slice(Math.max(0, at - CODE_MAX), at).lastIndexOf('\n') + 1;
    if (!/^(?: {4}|\t)/.test(this.#text.slice(start, start + 4))) return false;
    let isBelowEmpty = false;
    for (let count = 0; start > 0 && count < LINES_ABOVE; count += 1) {
      const until = start - 1;
      const low = Math.max(0, until - CODE_MAX);
      const part = this.#text.slice(low, until);
      const lineBreak = part.lastIndexOf('\n');
      // A line of that length is none of code that somebody indented.
      if (lineBreak < 0 && low > 0) return false;
      start = low + lineBreak + 1;
      const line = part.slice(lineBreak + 1);
      const isEmpty = !line.trim();
      if (isEmpty) isBelowEmpty = true;
      else if (!/^(?: {4}|\t)/.test(line)) return isBelowEmpty && !/^\s*(?:[-*+<>]|\d{1,9}[.)])/.test(line);
      else isBelowEmpty = false;
    }
    return true;
  }

  /** The last open element of a name, among the innermost ones. */
  #openIndex(name: string): number {
    const from = Math.max(0, this.#closings.length - DEPTH_MAX);
    const index = this.#closings.slice(from).findLastIndex((one) => one.name === name);
    return index < 0 ? -1 : from + index;
  }

  #closeTag(name: string, until: number): void {
    this.#at = until;
    const mark = MARKS[name];
    if (mark) {
      if (this.#marks.at(-1) !== mark) return;
      this.#marks.pop();
      const until = lengthWithoutSpaces(this.#out);
      this.#out = this.#out.slice(0, until) + mark + this.#out.slice(until);
    } else if (name === 'ul' || name === 'ol') {
      this.#lists.pop();
      if (this.#lists.length === 0) this.#break();
    } else if (name === 'details') {
      this.#break();
      this.#out += '</details>';
      this.#break();
    } else if (BREAKS.has(name)) this.#break();
  }

  #openTag(name: string, attributes: string, whole: string, until: number): void {
    const mark = MARKS[name];
    if (/^\sdata-(?:columns?|picture)\b/.test(attributes)) {
      // They are of documents.
      this.#closings.push({ name, closing: `</${name}>` });
      this.#copy(until);
    } else if (mark) {
      const space = /^\s*/.exec(this.#text.slice(until, until + 20))?.[0] ?? '';
      this.#out += space.includes('\n') ? ' ' : space;
      this.#out += mark;
      this.#marks.push(mark);
      this.#at = until + space.length;
    } else if (name === 'a') {
      this.#at = until;
      const href = attributeOf(attributes, 'href');
      const address = /[\s()<>]/.test(href) ? `<${href.replace(/[\s<>]/g, encodeURIComponent)}>` : href;
      this.#closings.push({ name, closing: href ? `](${address})` : '' });
      if (href) this.#out += '[';
    } else if (name === 'ul' || name === 'ol') {
      this.#at = until;
      if (this.#lists.length === 0) this.#break();
      this.#lists.push({ isOrdered: name === 'ol', number: Number(attributeOf(attributes, 'start')) || 1 });
    } else if (name === 'li') this.#item(until);
    else if (name === 'hr') {
      this.#at = until;
      this.#break();
      this.#out += '---';
      this.#break();
    } else if (name === 'details') {
      this.#at = until;
      this.#break();
      const hasSummary = /^\s*<summary/i.test(this.#text.slice(this.#at, this.#at + 2_000));
      this.#out += hasSummary ? '<details>\n' : '<details>\n<summary>…</summary>\n\n';
      this.#at += /^\s*/.exec(this.#text.slice(this.#at, this.#at + 2_000))?.[0].length ?? 0;
    } else if (!this.#element(name, until, whole)) {
      this.#at = until;
      if (BREAKS.has(name)) this.#break();
    }
  }

  /** An element that is read with its content; false where it has none. */
  #element(name: string, from: number, whole: string): boolean {
    const isWhole =
      LITERAL.has(name) ||
      DROPPED_WHOLE.has(name) ||
      QUOTES.has(name) ||
      HEADING.test(name) ||
      ['pre', 'table', 'summary', 'sub', 'sup'].includes(name);
    const inner = isWhole && this.#depth < DEPTH_MAX ? this.#inner(name, from) : null;
    if (!inner) return false;
    this.#at = inner.until;
    if (DROPPED_WHOLE.has(name)) return true;
    if (LITERAL.has(name)) this.#out += codeOf(plainText(inner.text).replace(/\s+/g, ' ').trim());
    else if (name === 'sub') this.#out += shifted(this.#line(inner.text), LOWERED);
    else if (name === 'sup') this.#out += shifted(this.#line(inner.text), RAISED);
    else if (name === 'summary') {
      this.#out += `<summary>${this.#line(inner.text)}</summary>`;
      this.#break();
    } else {
      this.#break();
      this.#block(this.#blockOf(name, inner.text, whole));
      this.#break();
    }
    return true;
  }

  #blockOf(name: string, text: string, whole: string): string {
    if (name === 'pre') return codeBlockOf(plainText(text).replace(/^\n|\n$/g, ''));
    if (name === 'table') return tableOf(text, (cell) => this.#line(cell, '<br>')) || whole;
    if (HEADING.test(name)) return `${'#'.repeat(Number(name[1]))} ${this.#line(text)}`;
    const content = new Converter(text, { aside: this.#aside, depth: this.#depth + 1, isLine: false })
      .run()
      .trim();
    return name === 'aside' ? this.#aside(content) : quoted(content);
  }

  /** Up to the end of an element, with those of its name in it. */
  #inner(name: string, from: number): Inner | null {
    if (this.#failures > FAILED_SEARCHES_MAX) return null;
    const tags = new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]*>`, 'gi');
    tags.lastIndex = from;
    let depth = 1;
    for (let found = tags.exec(this.#text); found; found = tags.exec(this.#text)) {
      depth += found[1] ? -1 : 1;
      if (depth === 0) return { text: this.#text.slice(from, found.index), until: tags.lastIndex };
    }
    this.#failures += 1;
    return null;
  }

  /** A text in one line, as a heading or a cell has it; `<br>` divides what were lines. */
  #line(text: string, lineBreak = ' '): string {
    const inner = new Converter(text, { aside: this.#aside, depth: this.#depth + 1, isLine: true });
    return joinedLines(inner.run(), lineBreak)
      .replace(/(?:<br *\/?> *)+/gi, lineBreak)
      .trim();
  }

  #item(until: number): void {
    this.#at = until + (/^\s*/.exec(this.#text.slice(until, until + 200))?.[0].length ?? 0);
    const list = this.#lists.at(-1);
    const bullet = this.#isLine ? '•' : '-';
    const sign = list?.isOrdered ? `${list.number}.` : bullet;
    if (list) list.number += 1;
    const inner = this.#lists
      .slice(0, Math.max(0, Math.min(DEPTH_MAX, this.#lists.length - 1)))
      .reduce((sum, one) => sum + (one.isOrdered ? 3 : 2), 0);
    this.#out = `${this.#out.trimEnd()}\n${this.#prefix()}${' '.repeat(inner)}${sign} `;
  }

  /** What the lines of the block begin with that the text is in. */
  #prefix(): string {
    const start = this.#out.lastIndexOf('\n') + 1;
    const begin = LINE_START.exec(this.#out.slice(start, start + BEGIN_MAX))?.[0] ?? '';
    const isItem = /[^\s>]/.test(begin);
    if (isItem && this.#lists.length === 0) this.#indent = begin.length;
    else if (begin.length < this.#out.length - start && !/^\s/.test(begin)) this.#indent = 0;
    const quotes = /^[ \t]*>[ \t>]*/.exec(begin)?.[0] ?? '';
    return (quotes + ' '.repeat(Math.max(0, this.#indent - quotes.length))).slice(0, BEGIN_MAX);
  }

  /** Nothing but the sign of a list item stands in the line. */
  #isItemStart(): boolean {
    const line = this.#out.slice(this.#out.lastIndexOf('\n') + 1);
    if (line.length > BEGIN_MAX) return false;
    return /\S/.test(line.replace(/[ \t>]+/g, '')) && LINE_START.exec(line)?.[0] === line;
  }

  #block(text: string): void {
    const prefix = this.#prefix();
    this.#out += text.replaceAll('\n', `\n${prefix}`);
  }

  /** A new block begins. */
  #break(): void {
    const prefix = this.#prefix();
    const empty = prefix.trimEnd();
    const rest = this.#text.slice(this.#at, this.#at + 1_000);
    this.#at += /^[ \t]*(?:\r?\n[ \t]*(?![ \t]|[-*+>\d]|\r?\n))?/.exec(rest)?.[0].length ?? 0;
    if (this.#isItemStart()) return;
    if (!this.#out.endsWith(`\n${prefix}`)) this.#out = this.#out.slice(0, lengthWithoutSpaces(this.#out));
    if (this.#out === '' || this.#out.endsWith(`\n${empty}\n${prefix}`)) return;
    this.#out += `\n${empty}\n${prefix}`;
  }
}
