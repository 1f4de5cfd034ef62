import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { RuleName } from '#lib/fields/field-types.ts';
import type { Problem } from '#lib/fields/problem.ts';

type Bound<T> = { value: T; message?: string };

/** The bound that a rule of numbers sets, where the field has that rule. */
export function numberRule(field: FieldDefinition, name: RuleName): Bound<number> | undefined {
  for (const { rule, value, message } of field.rules ?? [])
    if (rule === name && typeof value === 'number') return { value, message };
}

/** The same of a rule whose value is a text. */
export function textRule(field: FieldDefinition, name: RuleName): Bound<string> | undefined {
  for (const { rule, value, message } of field.rules ?? [])
    if (rule === name && typeof value === 'string') return { value, message };
}

/** A problem with the rule's own message. */
export const withOwnMessage = (problem: Problem, { message }: { message?: string }): Problem =>
  message === undefined ? problem : { ...problem, message };

/** The problems of a bound, or of a range where there are both. */
export function bounds<T extends number | string>(
  least: Bound<T> | undefined,
  most: Bound<T> | undefined,
  problems: { least: (min: T) => Problem; most: (max: T) => Problem; range: (min: T, max: T) => Problem },
): { tooLittle: Problem | null; tooMuch: Problem | null } {
  const range = least && most ? problems.range(least.value, most.value) : null;
  return {
    tooLittle: least ? withOwnMessage(range ?? problems.least(least.value), least) : null,
    tooMuch: most ? withOwnMessage(range ?? problems.most(most.value), most) : null,
  };
}

/** The problem of a value of another type. */
export const typeProblem = ({ label, type }: FieldDefinition): Problem => ({
  code: 'invalid',
  params: { label, type },
});
