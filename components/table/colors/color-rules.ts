import type { RowColor } from '#lib/contract/table-views.ts';
import type { ColorName } from '#styles/tokens.ts';

/** The colours of rows, and the token that each one is shown in. */
export const ROW_COLORS = {
  red: 'errorTint',
  yellow: 'warningTint',
  green: 'successTint',
  blue: 'infoTint',
  violet: 'primaryTint',
} as const satisfies Record<RowColor, ColorName>;
