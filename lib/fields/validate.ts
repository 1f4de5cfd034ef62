import { isMissing } from '#lib/fields/comparison.ts';
import { createEvaluator, type Evaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition, FieldErrors, Values } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { WORK_MAX } from '#lib/fields/pattern.ts';
import { type Plan, planOf } from '#lib/fields/plan.ts';
import {
  type Check,
  type CheckContext,
  checkOf,
  countCheck,
  type FileLookup,
} from '#lib/fields/value-check.ts';
import * as message from '#lib/messages.ts';

/** Places that are told of at once; who sent more gets the others next time. */
const ERRORS_MAX = 200;
/** How much of a name that nobody knows is repeated. */
const UNKNOWN_NAME_MAX = 100;

export type ValidateOptions = FileLookup & {
  /** What `today()` is in formulas. */
  now?: Date;
  /** What becomes of the values of hidden fields; kept ones are kept only if they could be taken. */
  hidden?: 'drop' | 'keep';
};

export type Validated = { ok: true; values: Values } | { ok: false; errors: FieldErrors };

type FieldCheck = { field: FieldDefinition; check: Check; count: (size: number) => string | null };
type ListCheck = { plan: Plan; checks: readonly FieldCheck[] };
type Run = { options: ValidateOptions; context: CheckContext; errors: Map<string, string> };

const listChecks = new WeakMap<readonly FieldDefinition[], ListCheck>();

function listCheckOf(fields: readonly FieldDefinition[]): ListCheck {
  let made = listChecks.get(fields);
  if (!made) {
    made = {
      plan: planOf(fields),
      checks: fields.map((field) => ({ field, check: checkOf(field), count: countCheck(field) })),
    };
    listChecks.set(fields, made);
  }
  return made;
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuse({ errors }: Run, path: string, problem: string): void {
  if (errors.size < ERRORS_MAX) errors.set(path, problem);
}

/** An optional form that was left empty is no answer, though its inputs were sent. */
function isLeftEmpty(field: FieldDefinition, value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([name, one]) => {
    const inner = field.fields?.find((known) => known.name === name);
    return inner !== undefined && isMissing(inner, one);
  });
}

/** Checks one entry: a nested form's record, or a single value. */
function checkEntry(
  of: FieldCheck,
  value: unknown,
  path: string,
  run: Run,
  outer: Evaluator | null,
): unknown {
  const { field } = of;
  if (value === undefined || value === null || value === '') {
    refuse(run, path, message.required(field.label));
    return value;
  }
  if (field.type !== 'form') {
    const problem = of.check(value, run.context);
    if (problem) refuse(run, path, problem);
    return value;
  }
  if (!isRecord(value)) {
    refuse(run, path, message.invalidType(field.label, field.type));
    return value;
  }
  return checkRecord(field.fields ?? [], value, `${path}.`, run, outer);
}

/** Checks a list of choices; what is wrong with any of them is said of the whole. */
function checkChoices({ field, check }: FieldCheck, value: readonly unknown[], path: string, run: Run): void {
  for (const one of value) {
    const problem = check(one, run.context);
    if (!problem) continue;
    refuse(run, path, problem);
    return;
  }
  if (new Set(value).size < value.length) refuse(run, path, message.invalidType(field.label, field.type));
}

function checkGiven(
  of: FieldCheck,
  value: unknown,
  path: string,
  run: Run,
  outer: Evaluator | null,
): unknown {
  const { field } = of;
  if (!isList(field)) {
    if (field.type === 'form') return checkEntry(of, value, path, run, outer);
    const problem = of.check(value, run.context);
    if (problem) refuse(run, path, problem);
    return value;
  }
  if (!Array.isArray(value)) {
    refuse(run, path, message.invalidType(field.label, field.type));
    return value;
  }
  const problem = of.count(value.length);
  if (problem) {
    refuse(run, path, problem);
    return value;
  }
  if (isChoice(field)) {
    checkChoices(of, value, path, run);
    return value;
  }
  return value.map((one, at) => checkEntry(of, one, `${path}[${at}]`, run, outer));
}

/** A hidden field's value, where it is to be kept and could be taken. */
function keptValue(of: FieldCheck, value: unknown, run: Run, outer: Evaluator | null): unknown {
  if (run.options.hidden !== 'keep' || isMissing(of.field, value)) return undefined;
  const own: Run = { ...run, errors: new Map() };
  const kept = checkGiven(of, value, '', own, outer);
  return own.errors.size === 0 ? kept : undefined;
}

function checkRecord(
  fields: readonly FieldDefinition[],
  values: Values,
  prefix: string,
  run: Run,
  outer: Evaluator | null,
): Values {
  const { plan, checks } = listCheckOf(fields);
  const evaluator = plan.isStatic
    ? null
    : createEvaluator(fields, values, { now: run.options.now, ...(outer ? { outer } : {}) });
  const taken: Values = {};
  for (const of of checks) {
    const { field } = of;
    const { id, name } = field;
    const isComputed = field.formula !== undefined;
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    if (evaluator && !evaluator.isVisible(id)) {
      const kept = isComputed ? undefined : keptValue(of, given, run, evaluator);
      if (kept !== undefined) taken[name] = kept;
      continue;
    }
    const value = isComputed ? evaluator?.valueOf(id) : given;
    const isRequired = evaluator ? evaluator.isRequired(id) : field.required !== false;
    const missing =
      isMissing(field, value) ||
      (!isRequired && field.type === 'form' && !isList(field) && isLeftEmpty(field, value));
    if (missing) {
      if (isRequired) refuse(run, prefix + name, message.required(field.label));
      if (value !== undefined) taken[name] = value;
      continue;
    }
    taken[name] = checkGiven(of, value, prefix + name, run, evaluator);
  }
  for (const name of Object.keys(values))
    if (!plan.byName.has(name))
      refuse(
        run,
        prefix + name.slice(0, UNKNOWN_NAME_MAX),
        message.unknownField(name.slice(0, UNKNOWN_NAME_MAX)),
      );
  return taken;
}

/**
 * Checks values against a definition, in the browser as on the server (contract §5). Values are kept as they were
 * given; hidden fields are dropped (or kept) and never required, computed ones worked out.
 * @returns the values to store, or what is wrong under each path: `people[1].mail`
 */
export function validate(
  fields: readonly FieldDefinition[],
  values: unknown,
  options: ValidateOptions = {},
): Validated {
  if (!isRecord(values))
    return { ok: false, errors: { values: [message.invalidType('The answer', 'object')] } };
  const context = { fileOf: options.fileOf, work: { left: WORK_MAX } };
  const run: Run = { options, context, errors: new Map() };
  const taken = checkRecord(fields, values, '', run, null);
  if (run.errors.size === 0) return { ok: true, values: taken };
  return {
    ok: false,
    errors: Object.fromEntries([...run.errors].map(([path, problem]) => [path, [problem]])),
  };
}
