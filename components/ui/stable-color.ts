import { AVATAR_COLORS } from '#styles/tokens.ts';

/** Always the same colour for the same name or id. */
export function stableColor(seed: string): string {
  let hash = 0;
  for (const letter of seed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return AVATAR_COLORS[hash % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];
}
