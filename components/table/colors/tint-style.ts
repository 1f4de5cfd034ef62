import { color } from '#styles/tokens.ts';
import { ROW_COLORS } from './color-rules.ts';

/** The backgrounds of coloured rows. @param inner what has the background in an element of the row */
export const tints = (row: string, inner = '') =>
  Object.entries(ROW_COLORS)
    .map(([name, token]) => `${row}[data-tint='${name}'] ${inner} { background: ${color(token)}; }`)
    .join('\n');
