import { isIsoDate, isIsoDateTime, isIsoTime } from '#lib/fields/dates.ts';
import {
  CONDITION_DEPTH,
  type Comparison,
  type Condition,
  type ConditionOf,
  type FieldDefinition,
} from '#lib/fields/definition.ts';
import type { DefinitionProblem } from '#lib/fields/definition-problem.ts';
import { COMPUTED_TYPES, hasNoValue, isChoice, isList, operatorsFor } from '#lib/fields/field-types.ts';
import { readFormula } from '#lib/fields/formula.ts';
import type { ProblemCollector } from '#lib/fields/problem-collector.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { hasUnreadableCharacters } from '#lib/text/text.ts';

const PARTS_MAX = 100;
const VALUE_MAX = 1000;

/** The lists that a field may refer to: its own first, then those that contain it. */
export type FieldScopes = readonly (readonly FieldDefinition[])[];

function fieldById(id: unknown, around: FieldScopes): FieldDefinition | undefined {
  for (const fields of around) {
    const found = fields.find((field) => field.id === id);
    if (found) return found;
  }
}

/** Whether a condition's value is one that the field could have. */
export function fitsField(field: FieldDefinition, value: unknown): value is string | number {
  if (field.type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (typeof value !== 'string' || value.length > VALUE_MAX) return false;
  if (hasUnreadableCharacters(value, { multiline: true })) return false;
  if (isChoice(field)) return field.options?.some(({ id }) => id === value) ?? false;
  if (field.type === 'date') return isIsoDate(value);
  if (field.type === 'time') return isIsoTime(value);
  return field.type !== 'datetime' || isIsoDateTime(value);
}

/**
 * The properties of a condition, of which the first determines its kind: a field is followed by an operator
 * and a value.
 */
const CONDITION_KEYS = ['and', 'or', 'not', 'field', 'op', 'value'] as const;

export function valueProblem(field: FieldDefinition): DefinitionProblem {
  if (isChoice(field)) {
    const options = field.options?.map(({ id }) => id) ?? [];
    return { code: 'one_of', params: { label: 'The value', options } };
  }
  return { code: 'invalid', params: { label: 'The value', type: field.type } };
}

function readComparison(
  input: Record<string, unknown>,
  path: string,
  around: FieldScopes,
  problems: ProblemCollector,
): Comparison | undefined {
  const field = fieldById(input.field, around);
  if (!field) {
    problems.add(`${path}.field`, { code: 'condition_field', params: {} });
    return;
  }
  const own = operatorsFor(field);
  const op = own.find((known) => known === input.op);
  if (!op) {
    problems.add(`${path}.op`, { code: 'one_of', params: { label: 'The operator', options: own } });
    return;
  }
  if (hasNoValue(op)) return { field: field.id, op };
  if (fitsField(field, input.value)) return { field: field.id, op, value: input.value };
  problems.add(`${path}.value`, valueProblem(field));
}

/** A condition whose fields are in reach and whose operators fit them. */
export const readCondition = (
  input: unknown,
  path: string,
  around: FieldScopes,
  problems: ProblemCollector,
): Condition | undefined =>
  readConditionTree(input, path, problems, (part, at) => readComparison(part, at, around, problems));

/** A condition whose comparisons `readOne` reads, which adds what is wrong with them. */
export function readConditionTree<One>(
  input: unknown,
  path: string,
  problems: ProblemCollector,
  readOne: (part: Record<string, unknown>, at: string) => One | undefined,
): ConditionOf<One> | undefined {
  if (input === undefined || input === null) return undefined;
  let parts = 0;
  const read = (part: unknown, at: string, depth: number): ConditionOf<One> | undefined => {
    parts += 1;
    if (depth > CONDITION_DEPTH || parts > PARTS_MAX) {
      problems.add(path, {
        code: 'condition_too_large',
        params: { parts: PARTS_MAX, depth: CONDITION_DEPTH },
      });
      return;
    }
    if (!isRecord(part)) {
      problems.add(at, { code: 'invalid', params: { label: 'The condition', type: 'condition' } });
      return;
    }
    const kinds = CONDITION_KEYS.filter((key) => part[key] !== undefined);
    const [kind] = kinds;
    if (kinds.length > 1 && kind !== 'field') {
      problems.add(at, { code: 'condition_kinds', params: { keys: kinds } });
      return;
    }
    const list = (parts: unknown, key: string): ConditionOf<One>[] | undefined => {
      if (!Array.isArray(parts) || parts.length === 0) {
        problems.add(`${at}.${key}`, { code: 'min_count', params: { label: 'The condition', min: 1 } });
        return;
      }
      const made: ConditionOf<One>[] = [];
      for (const [n, one] of parts.slice(0, PARTS_MAX + 1).entries()) {
        const condition = read(one, `${at}.${key}[${n}]`, depth + 1);
        if (condition) made.push(condition);
      }
      return made;
    };
    if (kind === 'and') {
      const and = list(part.and, 'and');
      return and && { and };
    }
    if (kind === 'or') {
      const or = list(part.or, 'or');
      return or && { or };
    }
    if (kind === 'not') {
      const not = read(part.not, `${at}.not`, depth + 1);
      return not && { not };
    }
    return readOne(part, at);
  };
  return read(input, path, 0);
}

/** The problem of the names that lead to a field, or null. */
function pathProblem(path: readonly string[], around: FieldScopes): DefinitionProblem | null {
  const [first, ...rest] = path;
  let field: FieldDefinition | undefined;
  for (const fields of around) field ??= fields.find(({ name }) => name === first);
  for (const name of rest) field = field?.fields?.find((inner) => inner.name === name);
  const names = path.join('.');
  if (!field) return { code: 'formula_field', params: { path: names } };
  return field.type === 'file' || field.type === 'json'
    ? { code: 'formula_field_type', params: { path: names, type: field.type } }
    : null;
}

/** The problem of a field's formula, or null. */
export function formulaProblem(
  formula: string,
  field: FieldDefinition,
  around: FieldScopes,
): DefinitionProblem | null {
  if (!COMPUTED_TYPES.includes(field.type) || isList(field))
    return { code: 'formula_type', params: { types: COMPUTED_TYPES } };
  if (field.rules?.some(({ rule }) => rule === 'date_format'))
    return { code: 'formula_date_format', params: {} };
  const read = readFormula(formula);
  if (!read.ok) return read.problem;
  for (const path of read.formula.paths) {
    const problem = pathProblem(path, around);
    if (problem) return problem;
  }
  return null;
}
