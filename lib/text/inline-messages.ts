/** Messages in one language by id: plain data that a page can embed. */
export type MessageCatalog = {
  /** BCP 47. */
  language: string;
  messages: Readonly<Record<string, string>>;
};

/** Values for the placeholders of a message. */
export type MessageValues = Readonly<Record<string, string | number>>;

type Counting = { plurals: Intl.PluralRules; numbers: Intl.NumberFormat };

const known = new Map<string, Counting>();

function countingIn(language: string): Counting {
  const found = known.get(language);
  if (found) return found;
  const made = { plurals: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
  known.set(language, made);
  return made;
}

const written = (value: string | number | undefined): string => String(value ?? '');

/** The index of the brace that closes the one at `from`. */
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
function plural(cases: string, count: number, { plurals, numbers }: Counting): string {
  const found = new Map<string, string>();
  for (const name = /\s*(=\d+|\w+)\s*\{/y; ; ) {
    const [, key] = name.exec(cases) ?? [];
    if (key === undefined) break;
    const close = closing(cases, name.lastIndex - 1);
    found.set(key, cases.slice(name.lastIndex, close));
    name.lastIndex = close + 1;
  }
  const text = found.get(`=${count}`) ?? found.get(plurals.select(count)) ?? found.get('other') ?? '';
  return text.replaceAll('#', numbers.format(count));
}

/**
 * Formats a message of `locales/` with its values: `{name}` and `{count, plural, one {# entry} other {#
 * entries}}`, like react-intl, for pages on which its parser would be too large.
 * @param language of the text (BCP 47): its plural rules and number format
 */
export function formatInlineMessage(text: string, values: MessageValues = {}, language = 'en'): string {
  let filled = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('{', at);
    if (open < 0) return filled + text.slice(at);
    const close = closing(text, open);
    const inner = text.slice(open + 1, close);
    const [, name, cases] = /^\s*(\w+)\s*(?:,\s*plural\s*,([\s\S]*))?$/.exec(inner) ?? [];
    const value = name === undefined ? undefined : values[name];
    // The cases of a plural may contain placeholders, too.
    const put =
      cases === undefined
        ? written(value)
        : formatInlineMessage(plural(cases, Number(value), countingIn(language)), values, language);
    filled += text.slice(at, open) + put;
    at = close + 1;
  }
}
