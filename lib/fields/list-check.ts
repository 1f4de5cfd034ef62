import type { Check } from '#lib/fields/check.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { createEvaluationPlan, type EvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { countCheck } from '#lib/fields/size-check.ts';
import { checkOf } from '#lib/fields/value-check.ts';

/**
 * A field, and its checks for each value. Definitions have many object shapes; these have one, which is
 * faster to access.
 */
export type FieldCheck = {
  field: FieldDefinition;
  name: string;
  check: Check;
  count: (size: number) => Problem | null;
  /** One value that is not a form: only its check applies. */
  isPlain: boolean;
  isForm: boolean;
  isList: boolean;
  isChoice: boolean;
  isComputed: boolean;
  isPhone: boolean;
  /** Unless something else decides it. */
  isRequired: boolean;
  /** The problem of a missing value. */
  required: Problem;
  /** The problem of a value of another kind. */
  invalid: Problem;
  /** Every object has a property of this name, own or not. */
  isInherited: boolean;
};
/** The checks of all fields of a list, and the order of their dependencies. */
export type ListCheck = { plan: EvaluationPlan; checks: readonly FieldCheck[] };

const listChecks = new WeakMap<readonly FieldDefinition[], ListCheck>();

/** Created once for a list of fields, which is not changed after that. */
export function listCheckOf(fields: readonly FieldDefinition[]): ListCheck {
  const known = listChecks.get(fields);
  if (known) return known;
  const checks = fields.map(
    (field): FieldCheck => ({
      field,
      name: field.name,
      check: checkOf(field),
      count: countCheck(field),
      isPlain: field.type !== 'form' && !isList(field),
      isForm: field.type === 'form',
      isList: isList(field),
      isChoice: isChoice(field),
      isComputed: field.formula !== undefined,
      isPhone: field.type === 'phone',
      isRequired: field.required !== false,
      required: { code: 'required', params: { label: field.label } },
      invalid: { code: 'invalid', params: { label: field.label, type: field.type } },
      isInherited: field.name in Object.prototype,
    }),
  );
  const made = { plan: createEvaluationPlan(fields), checks };
  listChecks.set(fields, made);
  return made;
}
