/** Always the same one of so many for the same name or id. */
export function stableIndex(seed: string, count: number): number {
  let hash = 0;
  for (const letter of seed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}
