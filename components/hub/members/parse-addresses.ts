import { emailProblem } from '#lib/text/rules.ts';

/**
 * An entry as mail programs copy it, such as `Ada Lovelace <ada@example.org>`: a name without an address, then one in
 * brackets.
 */
const NAMED_ADDRESS = /[^<>@]*<([^<>\s]+)>/gu;
const NAME_IN_QUOTES = /"[^"\n\r]*"(?=\s*<)/gu;

/** Text beside addresses, or instead of one: reported instead of being lost. */
function namesIn(text: string): string[] {
  const found: string[] = [];
  let name: string[] = [];
  const finishName = () => {
    if (name.length > 0) found.push(name.join(' '));
    name = [];
  };
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    if (!word.includes('@')) name.push(word);
    else {
      finishName();
      found.push(word);
    }
  }
  finishName();
  return found;
}

/**
 * The addresses in a pasted text: separated by lines, commas, semicolons or spaces, alone or in brackets after names;
 * each once, in their order. Other text that is not the name of an address is included.
 */
export function parseAddresses(text: string): string[] {
  // A name in quotes may contain a comma.
  const found = text
    .replace(NAME_IN_QUOTES, ' ')
    .split(/[\n\r,;]+/u)
    .flatMap((part) => {
      const parts: string[] = [];
      let read = 0;
      for (const match of part.matchAll(NAMED_ADDRESS)) {
        parts.push(...namesIn(part.slice(read, match.index)), match[1] ?? '');
        read = match.index + match[0].length;
      }
      return [...parts, ...namesIn(part.slice(read))];
    });
  const seen = new Set<string>();
  return found.filter((address) => {
    const key = address.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Separates a typed or pasted text into addresses and other entries. */
export function sortAddresses(text: string): { entries: string[]; addresses: string[]; others: string[] } {
  const entries = parseAddresses(text);
  const isAddress = (entry: string) => emailProblem(entry) === null;
  return {
    entries,
    addresses: entries.filter(isAddress),
    others: entries.filter((entry) => !isAddress(entry)),
  };
}
