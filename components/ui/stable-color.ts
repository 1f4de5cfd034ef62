import { stableIndex } from '#lib/text/stable-index.ts';
import { AVATAR_COLORS } from '#styles/tokens.ts';

/** Always the same colour for the same name or id. */
export const stableColor = (seed: string): string => colorAt(stableIndex(seed, AVATAR_COLORS.length));

/** The colour with a number, which begin again after the last one. */
export const colorAt = (number: number): string =>
  AVATAR_COLORS[number % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];
