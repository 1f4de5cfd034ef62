import type { OptionColor } from '#lib/fields/option-colors.ts';
import { type ColorName, color } from '#styles/tokens.ts';

/** The token that each colour of an option is shown in. */
const BACKGROUNDS = {
  gray: 'hover',
  red: 'errorTint',
  yellow: 'warningTint',
  green: 'successTint',
  blue: 'infoTint',
  violet: 'primaryTint',
} as const satisfies Record<OptionColor, ColorName>;

/** Options in their colours, by `data-color`. @param element the selector of what shows one */
export const optionColors = (element: string): string =>
  Object.entries(BACKGROUNDS)
    .map(
      ([name, token]) =>
        `${element}[data-color='${name}'] { background: ${color(token)}; color: ${color('text')}; }`,
    )
    .join('\n');
