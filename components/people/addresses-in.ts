/** An address within what mail programs copy, such as `Ada Lovelace <ada@example.org>`. */
const IN_BRACKETS = /<([^<>\s]+)>/;

/**
 * The addresses in a pasted text: apart by lines, commas, semicolons or spaces, alone or behind names; each once, in
 * the order in which they came.
 */
export function addressesIn(text: string): string[] {
  // A name in quotes may hold a comma.
  const found = text
    .replace(/"[^"\n\r]*"/gu, ' ')
    .split(/[\n\r,;]+/u)
    .flatMap((part) => {
      const inside = IN_BRACKETS.exec(part)?.[1];
      if (inside) return [inside];
      const words = part.trim().split(/\s+/u).filter(Boolean);
      const addresses = words.filter((word) => word.includes('@'));
      // A line without an address is told of as it is, instead of being lost.
      return addresses.length > 0 ? addresses : words.length > 0 ? [words.join(' ')] : [];
    });
  const seen = new Set<string>();
  return found.filter((address) => {
    const key = address.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
