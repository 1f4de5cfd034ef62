import type { Check } from '#lib/fields/check.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { createEvaluationPlan, type EvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { countCheck } from '#lib/fields/size-check.ts';
import { checkOf } from '#lib/fields/value-check.ts';

/** A field, and what is asked of it for each value. Definitions have many shapes; these have one, which is faster to read. */
export type FieldCheck = {
  field: FieldDefinition;
  name: string;
  check: Check;
  count: (size: number) => Problem | null;
  /** One value that is no form: nothing but its check is asked. */
  isPlain: boolean;
  isForm: boolean;
  isList: boolean;
  isChoice: boolean;
  isComputed: boolean;
  isPhone: boolean;
  /** Where nothing else says so. */
  isRequired: boolean;
  /** What is wrong when it is missing. */
  required: Problem;
  /** What is wrong with a value of another kind. */
  invalid: Problem;
  /** Every object has something of this name, its own or not. */
  isInherited: boolean;
};
/** What is asked of all fields of a list, and in which order they depend on each other. */
export type ListCheck = { plan: EvaluationPlan; checks: readonly FieldCheck[] };

const listChecks = new WeakMap<readonly FieldDefinition[], ListCheck>();

/** Made once for a list of fields, which is not changed after that. */
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
