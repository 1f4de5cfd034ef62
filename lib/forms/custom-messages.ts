import type { TranslationTexts } from './translations.ts';

/** Prefix of custom messages that replace the page's own: `own.fill.next`. */
export const CUSTOM_MESSAGE_PREFIX = 'own.';

export const customMessageKey = (id: string): string => `${CUSTOM_MESSAGE_PREFIX}${id}`;

/** Where the brace that opens at `from` closes; -1 where it does not. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Takes what stands between the outermost braces of a text. @returns false where they don't close */
function eachPlace(text: string, take: (inner: string) => boolean): boolean {
  for (let at = text.search(/[{}]/); at >= 0; ) {
    const end = text[at] === '{' ? closing(text, at) : -1;
    if (end < 0 || !take(text.slice(at + 1, end))) return false;
    const next = text.slice(end + 1).search(/[{}]/);
    at = next < 0 ? -1 : end + 1 + next;
  }
  return true;
}

/** The names of the places in a message: `{name}`, `{count, plural, one {…} other {…}}`; null for what is no message. */
export function placeholdersIn(text: string): ReadonlySet<string> | null {
  const names = new Set<string>();
  const read = (message: string): boolean =>
    eachPlace(message, (inner) => {
      const [, name, cases] = /^\s*(\w+)\s*(?:,\s*plural\s*,([\s\S]*))?$/.exec(inner) ?? [];
      if (name === undefined) return false;
      names.add(name);
      if (cases === undefined) return true;
      return /(^|\s)other\s*\{/.test(cases) && eachPlace(cases, read);
    });
  return read(text) ? names : null;
}

/** The places that a message lacks or has too many, as `{name}`; null where its braces don't make any. */
export function placeholderMismatch(text: string, original: string): string[] | null {
  const [given, wanted] = [placeholdersIn(text), placeholdersIn(original)];
  if (!given || !wanted) return null;
  const all = new Set([...given, ...wanted]);
  return [...all].filter((name) => given.has(name) !== wanted.has(name)).map((name) => `{${name}}`);
}

export const fitsMessage = (text: string, original: string): boolean =>
  placeholderMismatch(text, original)?.length === 0;

/**
 * What translations say in place of the page's own messages, by their ids; one whose places are not those of the message
 * is left out: the page says its own instead.
 */
export function customMessages(
  words: TranslationTexts | undefined,
  source: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words ?? {}).flatMap(([key, text]) => {
      const id = key.startsWith(CUSTOM_MESSAGE_PREFIX) ? key.slice(CUSTOM_MESSAGE_PREFIX.length) : '';
      return Object.hasOwn(source, id) && fitsMessage(text, source[id] ?? '') ? [[id, text] as const] : [];
    }),
  );
}
