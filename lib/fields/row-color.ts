import { evaluateCondition } from './conditions.ts';
import type { Condition, FieldDefinition } from './definition.ts';

/** A field and its value in a row; null for a field that is not there. */
type Known = (id: string) => { field: FieldDefinition; value: unknown } | null;

/** Colours rows by the first rule that holds. @param has whether a column is there */
export function createColorOf<Color extends string>(
  rules: readonly { color: Color; filter: Condition }[],
  has: (id: string) => boolean,
): (known: Known) => Color | null {
  // A rule about a column that is not there holds of no row, not even where it says "not".
  const isKnown = (condition: Condition): boolean => {
    if ('and' in condition) return condition.and.every(isKnown);
    if ('or' in condition) return condition.or.every(isKnown);
    return 'not' in condition ? isKnown(condition.not) : has(condition.field);
  };
  const usable = rules.filter(({ filter }) => isKnown(filter));
  return (known) => usable.find(({ filter }) => evaluateCondition(filter, known))?.color ?? null;
}
