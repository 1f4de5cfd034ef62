import type { OptionColor } from '#lib/fields/option-colors.ts';
import { CONTROL, type ColorName, color, radius } from '#styles/tokens.ts';

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

/** A select that is a square in the colour that is chosen. @param element its selector */
export const optionSwatch = (element: string): string => `
  ${element} {
    flex: none;
    width: ${CONTROL.medium}px;
    height: ${CONTROL.medium}px;
    padding: 0;
    border: 1px solid ${color('frameLine')};
    border-radius: ${radius('control')};
    background: ${color('surface')};
    color: transparent;
    appearance: none;
    cursor: pointer;
  }

  ${element} > option {
    background: ${color('surface')};
    color: ${color('text')};
  }

  ${optionColors(element)}

  ${element}[data-color] {
    color: transparent;
  }
`;
