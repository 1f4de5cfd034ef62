import type { TranslationTexts } from './translations.ts';

/** Prefix of custom messages that replace the page's own: `own.fill.next`. */
export const CUSTOM_MESSAGE_PREFIX = 'own.';

export const customMessageKey = (id: string): string => `${CUSTOM_MESSAGE_PREFIX}${id}`;

/** The index of the brace that closes the one at `from`; -1 where there is none. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/**
 * Calls `take` with the content of each outermost pair of braces. @returns false where they are unbalanced
 */
function eachPlace(text: string, take: (inner: string) => boolean): boolean {
  for (let at = text.search(/[{}]/); at >= 0; ) {
    const close = text[at] === '{' ? closing(text, at) : -1;
    if (close < 0 || !take(text.slice(at + 1, close))) return false;
    const next = text.slice(close + 1).search(/[{}]/);
    at = next < 0 ? -1 : close + 1 + next;
  }
  return true;
}

/**
 * The placeholders of a message: `{name}`, `{count, plural, one {…} other {…}}`; null for an invalid message.
 */
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

/**
 * The placeholders that are missing in a message or not in the original, as `{name}`; null where the braces
 * are invalid.
 */
export function placeholderMismatch(text: string, original: string): string[] | null {
  const [used, expected] = [placeholdersIn(text), placeholdersIn(original)];
  if (!used || !expected) return null;
  const all = new Set([...used, ...expected]);
  return [...all].filter((name) => used.has(name) !== expected.has(name)).map((name) => `{${name}}`);
}

export const fitsMessage = (text: string, original: string): boolean =>
  placeholderMismatch(text, original)?.length === 0;

/**
 * The custom messages of a translation, by their ids; one whose placeholders differ from the original's is
 * left out, so that the page uses its own.
 */
export function customMessages(
  texts: TranslationTexts | undefined,
  source: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts ?? {}).flatMap(([key, text]) => {
      const id = key.startsWith(CUSTOM_MESSAGE_PREFIX) ? key.slice(CUSTOM_MESSAGE_PREFIX.length) : '';
      return Object.hasOwn(source, id) && fitsMessage(text, source[id] ?? '') ? [[id, text] as const] : [];
    }),
  );
}
