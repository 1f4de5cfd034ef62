/** What a text's places are filled with. */
export type WordValues = Readonly<Record<string, string | number>>;

const LOCALE = 'en';
const plurals = new Intl.PluralRules(LOCALE);
const numbers = new Intl.NumberFormat(LOCALE);

const written = (value: string | number | undefined): string => String(value ?? '');

/** Where the brace that opens at `from` closes. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** `=0 {none} one {# entry} other {# entries}` for this number. */
function plural(cases: string, count: number): string {
  const found = new Map<string, string>();
  for (const name = /\s*(=\d+|\w+)\s*\{/y; ; ) {
    const [, key] = name.exec(cases) ?? [];
    if (key === undefined) break;
    const end = closing(cases, name.lastIndex - 1);
    found.set(key, cases.slice(name.lastIndex, end));
    name.lastIndex = end + 1;
  }
  const text = found.get(`=${count}`) ?? found.get(plurals.select(count)) ?? found.get('other') ?? '';
  return text.replaceAll('#', numbers.format(count));
}

/**
 * A text of `locales/` with its places filled: `{name}` and `{count, plural, one {# entry} other {# entries}}`, as
 * react-intl has them. For pages that can't afford to carry that: the reader of its syntax alone is a tenth of them.
 */
export function fillWords(text: string, values: WordValues = {}): string {
  let filled = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('{', at);
    if (open < 0) return filled + text.slice(at);
    const end = closing(text, open);
    const inner = text.slice(open + 1, end);
    const [, name, cases] = /^\s*(\w+)\s*(?:,\s*plural\s*,([\s\S]*))?$/.exec(inner) ?? [];
    const value = name === undefined ? undefined : values[name];
    // A plural's own texts may hold places, too.
    const put = cases === undefined ? written(value) : fillWords(plural(cases, Number(value)), values);
    filled += text.slice(at, open) + put;
    at = end + 1;
  }
}
