import { isMissing } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { validate } from '#lib/fields/validate.ts';
import { countCheck } from '#lib/fields/value-check.ts';
import { readPath } from '#lib/fields/value-path.ts';
import * as message from '#lib/messages.ts';
import type { SayProblem } from './field-record.ts';

/** What is wrong with a field itself, and with the entries of its list. */
export type OwnProblem = { problem: string | null; entries: ReadonlyMap<number, string> };

const alone = new WeakMap<FieldDefinition, Partial<Record<'required' | 'optional', FieldDefinition[]>>>();

/** The field as a definition of its own: whether it is required is known, and nothing else is asked. */
function asDefinition(field: FieldDefinition, isRequired: boolean): FieldDefinition[] {
  const known = alone.get(field) ?? {};
  alone.set(field, known);
  const kind = isRequired ? 'required' : 'optional';
  const { visible_if: _visible, required_if: _required, formula: _formula, ...bare } = field;
  known[kind] ??= [{ ...bare, required: isRequired }];
  return known[kind];
}

const itself = (problem: string): OwnProblem => ({ problem, entries: new Map() });

/** What is wrong with a value; of a nested form, only how many records there are. */
export function fieldProblem(
  field: FieldDefinition,
  value: unknown,
  isRequired: boolean,
  say: SayProblem,
  country: string | null = null,
): OwnProblem | null {
  if (field.type === 'form') {
    if (isMissing(field, value))
      return isRequired ? itself(say(message.required(field.label), field, value)) : null;
    const problem = field.multiple && Array.isArray(value) ? countCheck(field)(value.length) : null;
    return problem ? itself(say(problem, field, value)) : null;
  }
  const checked = validate(
    asDefinition(field, isRequired),
    value === undefined ? {} : { [field.name]: value },
    { country, asTyped: true },
  );
  if (checked.ok) return null;
  let problem: string | null = null;
  const entries = new Map<number, string>();
  for (const [path, [said = '']] of Object.entries(checked.errors)) {
    const place = readPath(path)?.[1];
    const one: unknown = typeof place === 'number' && Array.isArray(value) ? value[place] : value;
    const text = say(said, field, one);
    if (typeof place === 'number') entries.set(place, text);
    else problem = text;
  }
  return { problem, entries };
}
