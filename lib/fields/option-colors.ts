import type { Option } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** The colours in which a table shows the options of a choice. */
export const OPTION_COLORS = ['gray', 'red', 'yellow', 'green', 'blue', 'violet'] as const;
export type OptionColor = (typeof OPTION_COLORS)[number];

/** Colours by the ids of options; options without one look alike. */
export type OptionColors = Record<string, OptionColor>;

/**
 * Parses the colours of a column's options. Those of options that are no longer there are left out.
 * @returns null where it is no such list
 */
export function readOptionColors(sent: unknown, options: unknown): OptionColors | null {
  if (sent === undefined || sent === null) return {};
  if (!isRecord(sent)) return null;
  const ids = new Set(
    (Array.isArray(options) ? options : []).flatMap((one) => (isRecord(one) ? [one.id] : [])),
  );
  const colors = new Map<string, OptionColor>();
  for (const [id, value] of Object.entries(sent)) {
    const color = OPTION_COLORS.find((one) => one === value);
    if (!color) return null;
    if (ids.has(id)) colors.set(id, color);
  }
  return Object.fromEntries(colors);
}

/** The colour of an option, if it has one. */
export const colorOfOption = (colors: OptionColors | undefined, { id }: Pick<Option, 'id'>) =>
  colors && Object.hasOwn(colors, id) ? colors[id] : undefined;
