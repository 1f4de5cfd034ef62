import { isMissing } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isList } from '#lib/fields/field-types.ts';
import { countryEntries } from '#lib/fields/phone-countries.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { countCheck } from '#lib/fields/size-check.ts';
import { validate } from '#lib/fields/validate.ts';
import { readPath } from '#lib/fields/value-path.ts';

/** The problem of a field itself, and those of its list entries. */
export type FieldProblemState<Formatted = string> = {
  problem: Formatted | null;
  entries: ReadonlyMap<number, Formatted>;
};

const alone = new WeakMap<FieldDefinition, Partial<Record<'required' | 'optional', FieldDefinition[]>>>();

/**
 * The field as an unconditional definition: whether it is required is already known, and formulas and conditions are
 * left out.
 */
function asDefinition(field: FieldDefinition, isRequired: boolean): FieldDefinition[] {
  const known = alone.get(field) ?? {};
  alone.set(field, known);
  const kind = isRequired ? 'required' : 'optional';
  const { visible_if: _visible, required_if: _required, formula: _formula, ...bare } = field;
  known[kind] ??= [{ ...bare, required: isRequired }];
  return known[kind];
}

/** The country for parsing phone numbers: the default, or those chosen for them, by index. */
export type ReadIn = { country?: string | null | undefined; countries?: readonly string[] | undefined };

const itself = <Formatted>(problem: Formatted): FieldProblemState<Formatted> => ({
  problem,
  entries: new Map(),
});

/**
 * The problem of a value; for a nested form, only of its number of records.
 * @param formatProblem formats a problem: as its message, or unchanged
 */
export function fieldProblem<Formatted>(
  field: FieldDefinition,
  value: unknown,
  isRequired: boolean,
  formatProblem: (problem: Problem, field: FieldDefinition, value: unknown) => Formatted,
  { country, countries = [] }: ReadIn = {},
): FieldProblemState<Formatted> | null {
  if (field.type === 'form') {
    if (isMissing(field, value))
      return isRequired
        ? itself(formatProblem({ code: 'required', params: { label: field.label } }, field, value))
        : null;
    const problem = field.multiple && Array.isArray(value) ? countCheck(field)(value.length) : null;
    return problem ? itself(formatProblem(problem, field, value)) : null;
  }
  const checked = validate(
    asDefinition(field, isRequired),
    value === undefined ? {} : { [field.name]: value },
    {
      country,
      countries: Object.fromEntries(countryEntries(field.name, countries, isList(field))),
      asTyped: true,
    },
  );
  if (checked.ok) return null;
  let problem: Formatted | null = null;
  const entries = new Map<number, Formatted>();
  for (const found of checked.problems) {
    const place = readPath(found.path)?.[1];
    const one: unknown = typeof place === 'number' && Array.isArray(value) ? value[place] : value;
    const message = formatProblem(found, field, one);
    if (typeof place === 'number') entries.set(place, message);
    else problem = message;
  }
  return { problem, entries };
}
