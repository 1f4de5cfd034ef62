import type { CheckContext } from '#lib/fields/check.ts';
import { isMissing } from '#lib/fields/comparison.ts';
import { createEvaluator, type Evaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { type FieldCheck, listCheckOf } from '#lib/fields/list-check.ts';
import { MATCH_BUDGET_MAX } from '#lib/fields/pattern-check.ts';
import { phoneCountryAt } from '#lib/fields/phone-countries.ts';
import type { FieldProblem, Problem } from '#lib/fields/problem.ts';
import {
  type Place,
  pathOf,
  refuse,
  refuseUnknown,
  type TypedTexts,
  type ValidateOptions,
  type ValidationRun,
} from '#lib/fields/validation-run.ts';
import { isRecord } from '#lib/text/is-record.ts';

/**
 * `pattern_too_slow`: a pattern needed more work than the budget, and it is unknown whether its text matches.
 */
export type ValidationResult =
  | { ok: true; values: Values; typed?: TypedTexts }
  | { ok: false; problems: readonly FieldProblem[]; code?: 'pattern_too_slow' };

const NO_RECORD: FieldProblem = {
  code: 'invalid',
  params: { label: 'The answer', type: 'object' },
  path: 'values',
};

/** The problem of one value, or null; a phone number is parsed with the country that was chosen beside it. */
function valueProblem(
  of: FieldCheck,
  value: unknown,
  around: Place | null,
  key: Place['key'],
  run: ValidationRun,
): Problem | null {
  if (of.isPhone && run.options.countries) {
    const { country = null, countries } = run.options;
    run.context.country = phoneCountryAt(countries, pathOf({ around, key }), country);
  }
  return of.check(value, run.context);
}

/** The value as it is stored, after its check; the typed text is recorded. */
function storedValue(value: unknown, place: Place, run: ValidationRun): unknown {
  const { stored } = run.context;
  if (stored === undefined) return value;
  run.context.stored = undefined;
  // Where something is wrong, nothing is stored.
  if (run.problems.length > 0 || run.options.asTyped || typeof value !== 'string') return value;
  run.typed ??= {};
  const path = pathOf(place);
  if (path === '__proto__') Object.defineProperty(run.typed, path, { value, enumerable: true });
  else run.typed[path] = value;
  return stored;
}

/** An optional form that was left empty is no value, though its inputs were sent. */
function isLeftEmpty(field: FieldDefinition, value: unknown): boolean {
  const mayBeEmpty = field.required === false || field.required_if !== undefined;
  if (field.multiple || !mayBeEmpty || !isRecord(value)) return false;
  return Object.entries(value).every(([name, one]) => {
    const inner = field.fields?.find((known) => known.name === name);
    return inner !== undefined && isMissing(inner, one);
  });
}

/** Checks one entry: a nested form's record, or a single value. */
function checkEntry(
  of: FieldCheck,
  value: unknown,
  place: Place,
  run: ValidationRun,
  outer: Evaluator | null,
): unknown {
  const { field } = of;
  if (value === undefined || value === null || value === '') refuse(run, place, of.required);
  else if (!of.isForm) {
    const problem = valueProblem(of, value, place.around, place.key, run);
    if (problem) refuse(run, place, problem);
    return storedValue(value, place, run);
  } else if (isRecord(value)) return checkRecord(field.fields ?? [], value, place, run, outer);
  else refuse(run, place, of.invalid);
  return value;
}

/** Checks a list of choices; a problem of any of them is reported for the whole. */
function choicesProblem(
  { check, invalid }: FieldCheck,
  value: readonly unknown[],
  run: ValidationRun,
): Problem | null {
  for (const one of value) {
    const problem = check(one, run.context);
    if (problem) return problem;
  }
  const isTwice = value.some((one, at) => value.indexOf(one) < at);
  return isTwice ? invalid : null;
}

/**
 * Checks a form or a list. @returns the same object, or a copy where something in it was dropped or computed
 */
function checkMany(
  of: FieldCheck,
  value: unknown,
  place: Place,
  run: ValidationRun,
  outer: Evaluator | null,
): unknown {
  if (!of.isList) return checkEntry(of, value, place, run, outer);
  if (!Array.isArray(value)) {
    refuse(run, place, of.invalid);
    return value;
  }
  const problem = of.count(value.length) ?? (of.isChoice ? choicesProblem(of, value, run) : null);
  if (problem) refuse(run, place, problem);
  if (problem || of.isChoice) return value;
  let taken: unknown[] | null = null;
  for (let at = 0; at < value.length; at += 1) {
    const entry: unknown = value[at];
    const checked = checkEntry(of, entry, { around: place, key: at }, run, outer);
    if (checked === entry) continue;
    taken ??= [...value];
    taken[at] = checked;
  }
  return taken ?? value;
}

/** A hidden field's value, if `hidden` is `keep` and it is valid. */
function hiddenValue(
  of: FieldCheck,
  value: unknown,
  around: Place | null,
  run: ValidationRun,
  outer: Evaluator,
): unknown {
  if (run.options.hidden !== 'keep' || isMissing(of.field, value)) return undefined;
  const own: ValidationRun = { ...run, problems: [], typed: null };
  const place = { around, key: of.field.name };
  const problem = of.isPlain ? valueProblem(of, value, around, place.key, own) : null;
  const stored = of.isPlain ? storedValue(value, place, own) : checkMany(of, value, place, own, outer);
  if (problem !== null || own.problems.length > 0) return undefined;
  if (own.typed) run.typed = { ...run.typed, ...own.typed };
  return stored;
}

/** Checks one record. @returns the same object, or a copy where something was dropped or computed */
function checkRecord(
  fields: readonly FieldDefinition[],
  values: Values,
  around: Place | null,
  run: ValidationRun,
  outer: Evaluator | null,
): Values {
  const { plan, checks } = listCheckOf(fields);
  const evaluator = plan.isStatic
    ? null
    : createEvaluator(fields, values, {
        now: run.options.now,
        formulas: run.options.formulas,
        ...(outer ? { outer } : {}),
      });
  let taken: Values | null = evaluator ? { ...values } : null;
  let known = 0;
  for (const of of checks) {
    const { field, name, isComputed } = of;
    const input = of.isInherited && !Object.hasOwn(values, name) ? undefined : values[name];
    if (input !== undefined) known += 1;
    if (taken && evaluator && !evaluator.isVisible(field.id)) {
      const hidden = isComputed ? undefined : hiddenValue(of, input, around, run, evaluator);
      if (hidden === undefined) delete taken[name];
      else taken[name] = hidden;
      continue;
    }
    const value = isComputed ? evaluator?.valueOf(field.id) : input;
    if (taken && isComputed) {
      if (value === undefined) delete taken[name];
      else taken[name] = value;
    }
    if (isMissing(field, value) || (of.isForm && isLeftEmpty(field, value))) {
      const isRequired = evaluator ? evaluator.isRequired(field.id) : of.isRequired;
      if (isRequired) refuse(run, { around, key: name }, of.required);
      else if (input !== undefined) {
        // An empty value is missing: nothing of it is stored.
        taken ??= { ...values };
        delete taken[name];
      }
    } else if (of.isPlain) {
      const problem = valueProblem(of, value, around, name, run);
      if (problem) refuse(run, { around, key: name }, problem);
      if (run.context.stored === undefined) continue;
      const stored = storedValue(value, { around, key: name }, run);
      if (stored === value) continue;
      taken ??= { ...values };
      taken[name] = stored;
    } else {
      const checked = checkMany(of, value, { around, key: name }, run, evaluator);
      if (checked === value) continue;
      taken ??= { ...values };
      taken[name] = checked;
    }
  }
  const names = Object.keys(values);
  if (names.length > known) refuseUnknown(names, plan, around, run);
  return taken ?? values;
}

/**
 * Checks values against a definition, in the browser as on the server (docs/contract.md §5). Values stay as
 * they were given, except phone numbers and addresses, which are stored in a normalized format; empty values
 * (`''`, `null`, `[]`) are omitted; hidden fields are dropped (or kept) and never required, computed ones
 * computed.
 * @returns the values to store, or the problems by path: `people[1].mail`
 */
export function validate(
  fields: readonly FieldDefinition[],
  values: unknown,
  options: ValidateOptions = {},
): ValidationResult {
  if (!isRecord(values)) return { ok: false, problems: [NO_RECORD] };
  const context: CheckContext = {
    fileOf: options.fileOf,
    work: { left: MATCH_BUDGET_MAX },
    country: options.country ?? null,
    stored: undefined,
  };
  const run: ValidationRun = { options, context, problems: [], typed: null };
  const taken = checkRecord(fields, values, null, run, null);
  if (run.problems.length === 0)
    return run.typed ? { ok: true, values: taken, typed: run.typed } : { ok: true, values: taken };
  // The budget is negative only after a pattern ran out of work.
  if (context.work.left < 0) return { ok: false, problems: run.problems, code: 'pattern_too_slow' };
  return { ok: false, problems: run.problems };
}
