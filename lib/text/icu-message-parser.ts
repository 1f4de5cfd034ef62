import type { MessageFormatElement } from 'react-intl';

/**
 * Parses the part of ICU's message syntax that `locales/` uses: `{name}`, `{count, number}`, `{count, plural, …}` with `#`,
 * `{state, select, …}` and `<tag>…</tag>`. In place of react-intl's own parser, which also reads skeletons and explains errors, and is
 * many times as large: `next.config.mjs` puts this module in its place, with all that react-intl imports of it
 * (docs/decisions/0166). `icu-message-parser.test.ts` compares the two for every message.
 */
export const TYPE = {
  literal: 0,
  argument: 1,
  number: 2,
  date: 3,
  time: 4,
  select: 5,
  plural: 6,
  pound: 7,
  tag: 8,
} as const;

type Typed = { type: number };

export const isLiteralElement = ({ type }: Typed) => type === TYPE.literal;
export const isArgumentElement = ({ type }: Typed) => type === TYPE.argument;
export const isNumberElement = ({ type }: Typed) => type === TYPE.number;
export const isDateElement = ({ type }: Typed) => type === TYPE.date;
export const isTimeElement = ({ type }: Typed) => type === TYPE.time;
export const isSelectElement = ({ type }: Typed) => type === TYPE.select;
export const isPluralElement = ({ type }: Typed) => type === TYPE.plural;
export const isPoundElement = ({ type }: Typed) => type === TYPE.pound;
export const isTagElement = ({ type }: Typed) => type === TYPE.tag;
/** No message has a skeleton, which would be an object. */
export const isNumberSkeleton = () => false;
export const isDateTimeSkeleton = () => false;

const SYNTAX = /[{}<#']/g;
const ARGUMENT_HEAD = /\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?([,}])/y;
const NUMBER_STYLE = /\s*(\w+)\s*\}/y;
const OPTION = /\s*(=\d+|\w+)\s*\{/y;
const OPENING_TAG = /<([a-z]\w*)>/y;
const CLOSING_TAG = /<\/([a-z]\w*)>/y;
const QUOTED = /'([{}<>#][^']*)'?/y;

type Option = { value: MessageFormatElement[] };

/** What ends the elements that are being read. */
type Until = { tag?: string; isOption?: boolean; inPlural?: boolean };

class MessageReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads up to the end of the message, the option or the tag. */
  elements(until: Until): MessageFormatElement[] {
    const found: MessageFormatElement[] = [];
    let literal = '';
    const add = (element: MessageFormatElement) => {
      if (literal) found.push({ type: TYPE.literal, value: literal });
      literal = '';
      found.push(element);
    };
    for (;;) {
      SYNTAX.lastIndex = this.#at;
      const next = SYNTAX.exec(this.#text)?.index ?? this.#text.length;
      literal += this.#text.slice(this.#at, next);
      this.#at = next;
      const sign = this.#text[next];
      if (sign === undefined || (sign === '}' && until.isOption)) break;
      if (sign === '<' && until.tag && this.#text.startsWith(`</${until.tag}>`, next)) break;
      if (sign === '{') add(this.#argument(until));
      else if (sign === '#' && until.inPlural) {
        this.#at += 1;
        add({ type: TYPE.pound });
      } else if (sign === '<' && this.#sees(OPENING_TAG)) add(this.#tag(until));
      else if (sign === "'") literal += this.#apostrophe(until);
      else {
        if (this.#sees(CLOSING_TAG)) throw this.#error();
        literal += sign;
        this.#at += 1;
      }
    }
    if (literal) found.push({ type: TYPE.literal, value: literal });
    return found;
  }

  /** @throws where not all of the message was read */
  end(): void {
    if (this.#at < this.#text.length) throw this.#error();
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) throw this.#error();
    this.#at = pattern.lastIndex;
    return match;
  }

  /** Two are one, and one before a sign of the syntax quotes up to the next; any other is itself. */
  #apostrophe({ inPlural }: Until): string {
    if (this.#text[this.#at + 1] === "'") {
      this.#at += 2;
      return "'";
    }
    const isQuote = this.#sees(QUOTED) && (this.#text[this.#at + 1] !== '#' || inPlural);
    if (isQuote) return this.#take(QUOTED)[1] ?? '';
    this.#at += 1;
    return "'";
  }

  #argument(until: Until): MessageFormatElement {
    const [, value = '', format, sign] = this.#take(ARGUMENT_HEAD);
    if (sign === '}') {
      if (format === undefined) return { type: TYPE.argument, value };
      if (format === 'number') return { type: TYPE.number, value, style: null };
      throw this.#error();
    }
    if (format === 'number') return { type: TYPE.number, value, style: this.#take(NUMBER_STYLE)[1] };
    if (format === 'select')
      return {
        type: TYPE.select,
        value,
        options: this.#options({ ...until, isOption: true }),
      };
    if (format !== 'plural') throw this.#error();
    const options = this.#options({ isOption: true, inPlural: true });
    return { type: TYPE.plural, value, options, offset: 0, pluralType: 'cardinal' };
  }

  /** `one {…} other {…}}`, with the brace that closes the argument. */
  #options(until: Until): Record<string, Option> {
    const options: Record<string, Option> = {};
    while (this.#sees(OPTION)) {
      const [, key = ''] = this.#take(OPTION);
      options[key] = { value: this.elements({ isOption: true, inPlural: until.inPlural ?? false }) };
      this.#at += 1;
    }
    this.#take(/\s*\}/y);
    if (!options.other) throw this.#error();
    return options;
  }

  #tag({ inPlural }: Until): MessageFormatElement {
    const [, value = ''] = this.#take(OPENING_TAG);
    const children = this.elements({ tag: value, inPlural: inPlural ?? false });
    if (this.#take(CLOSING_TAG)[1] !== value) throw this.#error();
    return { type: TYPE.tag, value, children };
  }

  #error(): SyntaxError {
    return new SyntaxError(`The message can't be read at ${this.#at}: ${this.#text}`);
  }
}

/** @throws SyntaxError where the message is wrong, or uses what none in `locales/` does */
export function parse(message: string): MessageFormatElement[] {
  const reader = new MessageReader(message);
  const elements = reader.elements({});
  reader.end();
  return elements;
}
