import type { Check } from '#lib/fields/check.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { typeProblem } from '#lib/fields/rule-bounds.ts';
import { textCheck } from '#lib/fields/text-check.ts';
import { isBlank } from '#lib/text/text.ts';

/** Options that a problem lists. */
const OPTIONS_LISTED = 100;

/** The chosen value is none of these, of which the first are listed. */
export function optionProblem(label: string, all: readonly string[], most: number): Problem {
  const options = all.slice(0, most);
  return { code: 'one_of', params: all.length > most ? { label, options, more: true } : { label, options } };
}
/** Maximum length of a text that is given instead of an option. */
export const OTHER_MAX = 500;

export function choiceCheck(field: FieldDefinition): Check {
  const { label } = field;
  const ids = new Set(field.options?.map(({ id }) => id));
  const invalid = typeProblem(field);
  const blank: Problem = { code: 'blank', params: { label } };
  const other = optionProblem(label, [...ids], OPTIONS_LISTED);
  const own = field.allow_other ? textCheck({ ...field, rules: [] }, OTHER_MAX) : null;
  return (value, context) => {
    if (typeof value !== 'string') return invalid;
    if (ids.has(value)) return null;
    if (own) return own(value, context);
    return isBlank(value) ? blank : other;
  };
}
