import type { Option } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** The colours in which a table shows the options of a choice. */
export const OPTION_COLORS = ['gray', 'red', 'yellow', 'green', 'blue', 'violet'] as const;
export type OptionColor = (typeof OPTION_COLORS)[number];

/** Colours by the ids of options; options without one look alike. */
export type OptionColors = Record<string, OptionColor>;

/** The ids of options as they were sent. */
const idsOf = (options: unknown): ReadonlySet<unknown> =>
  new Set((Array.isArray(options) ? options : []).flatMap((one) => (isRecord(one) ? [one.id] : [])));

/**
 * Parses the colours of a column's options.
 * @returns them, with the ids that no option has; null where it is no such list
 */
export function readOptionColors(
  sent: unknown,
  options: unknown,
): { colors: OptionColors; unknown: string[] } | null {
  if (sent === undefined || sent === null) return { colors: {}, unknown: [] };
  if (!isRecord(sent)) return null;
  const ids = idsOf(options);
  const colors = new Map<string, OptionColor>();
  const unknown: string[] = [];
  for (const [id, value] of Object.entries(sent)) {
    const color = OPTION_COLORS.find((one) => one === value);
    if (!color) return null;
    if (ids.has(id)) colors.set(id, color);
    else unknown.push(id);
  }
  return { colors: Object.fromEntries(colors), unknown };
}

/** Colours without those of options that are not there. */
export function colorsOfOptions(colors: OptionColors, options: unknown): OptionColors {
  const ids = idsOf(options);
  return Object.fromEntries(Object.entries(colors).filter(([id]) => ids.has(id)));
}

/** The colour of an option, if it has one. */
export const colorOfOption = (colors: OptionColors | undefined, { id }: Pick<Option, 'id'>) =>
  colors && Object.hasOwn(colors, id) ? colors[id] : undefined;
