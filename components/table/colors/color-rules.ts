import type { Condition } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { ColorName } from '#styles/tokens.ts';

/** The colours of rows, and the token that each one is shown in. */
export const ROW_COLORS = {
  red: 'errorTint',
  yellow: 'warningTint',
  green: 'successTint',
  blue: 'infoTint',
  violet: 'primaryTint',
} as const satisfies Record<string, ColorName>;

export type RowColor = keyof typeof ROW_COLORS;

/** The rows that a condition finds are shown in a colour; of several rules, the first one that holds counts. */
export type ColorRule = { color: RowColor; filter: Condition };

/** Rules of one view. */
export const RULES_MAX = 20;

const isColor = (value: unknown): value is RowColor =>
  typeof value === 'string' && Object.hasOwn(ROW_COLORS, value);

/** A condition as far as its shape says; what it compares is checked where it is evaluated. */
function isCondition(value: unknown): value is Condition {
  if (!isRecord(value)) return false;
  if ('and' in value) return Array.isArray(value.and) && value.and.every(isCondition);
  if ('or' in value) return Array.isArray(value.or) && value.or.every(isCondition);
  return 'not' in value
    ? isCondition(value.not)
    : typeof value.field === 'string' && typeof value.op === 'string';
}

/** The colour rules of a view. The server stores its layout unread: what is no rule is left out. */
export function colorRulesOf({ layout }: { layout: Record<string, unknown> }): ColorRule[] {
  if (!Array.isArray(layout.colors)) return [];
  return layout.colors
    .flatMap((one: unknown) =>
      isRecord(one) && isColor(one.color) && isCondition(one.filter)
        ? [{ color: one.color, filter: one.filter }]
        : [],
    )
    .slice(0, RULES_MAX);
}
