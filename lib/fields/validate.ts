import type { Check, CheckContext, FileLookup } from '#lib/fields/check.ts';
import { isMissing } from '#lib/fields/comparison.ts';
import { createEvaluator, type Evaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { createEvaluationPlan, type EvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { MATCH_BUDGET_MAX } from '#lib/fields/pattern-check.ts';
import { type PhoneCountries, phoneCountryAt } from '#lib/fields/phone-countries.ts';
import type { FieldProblem, Problem, ProblemCode } from '#lib/fields/problem.ts';
import { countCheck } from '#lib/fields/size-check.ts';
import { checkOf } from '#lib/fields/value-check.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Maximum number of problems that are reported at once; the others are reported the next time. */
const PROBLEMS_MAX = 200;
/** How much of a name that nobody knows is repeated. */
const UNKNOWN_NAME_MAX = 100;
/** Paths that are remembered. */
const PATHS_MAX = 1000;

export type ValidateOptions = FileLookup & {
  /** Of phone numbers that are written without a country's code (ISO 3166-1 alpha-2). */
  country?: string | null | undefined;
  /** In place of that one, where one was chosen beside a number. */
  countries?: PhoneCountries | undefined;
  /** Values are given back as they were typed, not as they are stored: phone numbers, addresses. */
  asTyped?: boolean;
  /** What `today()` is in formulas. */
  now?: Date;
  /** What becomes of the values of hidden fields; kept ones are kept only if they could be taken. */
  hidden?: 'drop' | 'keep';
};

/** Texts as they were given, by the path of what is stored in another form: `+49301234567` for `030 1234567`. */
export type TypedTexts = Record<string, string>;

/** `pattern_too_slow`: a pattern needed more work than one check may cost, and nobody knows whether its text fits. */
export type ValidationResult =
  | { ok: true; values: Values; typed?: TypedTexts }
  | { ok: false; problems: readonly FieldProblem[]; code?: 'pattern_too_slow' };

/** A field, and what is asked of it for each value. Definitions have many shapes; these have one, which is faster to read. */
type FieldCheck = {
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
type ListCheck = { plan: EvaluationPlan; checks: readonly FieldCheck[] };
/** Where a value stands; written out only when something is wrong with it. */
type Place = { around: Place | null; key: string | number };
type Run = {
  options: ValidateOptions;
  context: CheckContext;
  problems: FieldProblem[];
  typed: TypedTexts | null;
};

const listChecks = new WeakMap<readonly FieldDefinition[], ListCheck>();

function listCheckOf(fields: readonly FieldDefinition[]): ListCheck {
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

const NO_RECORD: FieldProblem = {
  code: 'invalid',
  params: { label: 'The answer', type: 'object' },
  path: 'values',
};

/** Paths to fields that were told of, below what is around them: to put one together costs more than to check a value. */
const paths = new Map<string, Map<string | number, string>>();
let pathsKept = 0;

function pathOf({ around, key }: Place): string {
  if (!around) return typeof key === 'number' ? `[${key}]` : key;
  const before = pathOf(around);
  const known = paths.get(before)?.get(key);
  if (known !== undefined) return known;
  if (pathsKept >= PATHS_MAX) {
    paths.clear();
    pathsKept = 0;
  }
  const path = typeof key === 'number' ? `${before}[${key}]` : `${before}.${key}`;
  const below = paths.get(before) ?? new Map<string | number, string>();
  paths.set(before, below.set(key, path));
  pathsKept += 1;
  return path;
}

/** Written out: a copy by `...` costs ten times as much, on what every wrong answer takes. */
function placed<Code extends ProblemCode>(problem: Problem<Code>, path: string): FieldProblem<Code> {
  const { code, params, message } = problem;
  return message === undefined ? { code, params, path } : { code, params, message, path };
}

function refuseAt(run: Run, path: string, problem: Problem): void {
  run.problems.push(placed(problem, path));
}

function refuse(run: Run, place: Place, problem: Problem): void {
  if (run.problems.length < PROBLEMS_MAX) refuseAt(run, pathOf(place), problem);
}

/** What is wrong with one value, or null; a phone number is read in the country that was chosen beside it. */
function valueProblem(
  of: FieldCheck,
  value: unknown,
  around: Place | null,
  key: Place['key'],
  run: Run,
): Problem | null {
  if (of.isPhone && run.options.countries) {
    const { country = null, countries } = run.options;
    run.context.country = phoneCountryAt(countries, pathOf({ around, key }), country);
  }
  return of.check(value, run.context);
}

/** The value as it is stored, after its check; what was typed in its place is noted. */
function storedValue(value: unknown, place: Place, run: Run): unknown {
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

/** An optional form that was left empty is no answer, though its inputs were sent. */
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
  run: Run,
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

/** Checks a list of choices; what is wrong with any of them is said of the whole. */
function choicesProblem({ check, invalid }: FieldCheck, value: readonly unknown[], run: Run): Problem | null {
  for (const one of value) {
    const problem = check(one, run.context);
    if (problem) return problem;
  }
  const isTwice = value.some((one, at) => value.indexOf(one) < at);
  return isTwice ? invalid : null;
}

/** Checks a form or a list. @returns the very value, or a copy where something in it was dropped or computed */
function checkMany(of: FieldCheck, value: unknown, place: Place, run: Run, outer: Evaluator | null): unknown {
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
    const kept = checkEntry(of, entry, { around: place, key: at }, run, outer);
    if (kept === entry) continue;
    taken ??= [...value];
    taken[at] = kept;
  }
  return taken ?? value;
}

/** A hidden field's value, where it is to be kept and could be taken. */
function keptValue(
  of: FieldCheck,
  value: unknown,
  around: Place | null,
  run: Run,
  outer: Evaluator,
): unknown {
  if (run.options.hidden !== 'keep' || isMissing(of.field, value)) return undefined;
  const own: Run = { ...run, problems: [], typed: null };
  const place = { around, key: of.field.name };
  const problem = of.isPlain ? valueProblem(of, value, around, place.key, own) : null;
  const kept = of.isPlain ? storedValue(value, place, own) : checkMany(of, value, place, own, outer);
  if (problem !== null || own.problems.length > 0) return undefined;
  if (own.typed) run.typed = { ...run.typed, ...own.typed };
  return kept;
}

function refuseUnknown(
  names: readonly string[],
  { byName }: EvaluationPlan,
  around: Place | null,
  run: Run,
): void {
  for (const name of names) {
    if (byName.has(name) || run.problems.length >= PROBLEMS_MAX) continue;
    const shown = name.slice(0, UNKNOWN_NAME_MAX);
    // Not remembered: it would keep all of what was sent.
    refuseAt(run, around ? `${pathOf(around)}.${shown}` : shown, {
      code: 'unknown_field',
      params: { label: shown },
    });
  }
}

/** Checks one record. @returns the very values, or a copy where something was dropped or computed */
function checkRecord(
  fields: readonly FieldDefinition[],
  values: Values,
  around: Place | null,
  run: Run,
  outer: Evaluator | null,
): Values {
  const { plan, checks } = listCheckOf(fields);
  const evaluator = plan.isStatic
    ? null
    : createEvaluator(fields, values, { now: run.options.now, ...(outer ? { outer } : {}) });
  let taken: Values | null = evaluator ? { ...values } : null;
  let known = 0;
  for (const of of checks) {
    const { field, name, isComputed } = of;
    const given = of.isInherited && !Object.hasOwn(values, name) ? undefined : values[name];
    if (given !== undefined) known += 1;
    if (taken && evaluator && !evaluator.isVisible(field.id)) {
      const kept = isComputed ? undefined : keptValue(of, given, around, run, evaluator);
      if (kept === undefined) delete taken[name];
      else taken[name] = kept;
      continue;
    }
    const value = isComputed ? evaluator?.valueOf(field.id) : given;
    if (taken && isComputed) {
      if (value === undefined) delete taken[name];
      else taken[name] = value;
    }
    if (isMissing(field, value) || (of.isForm && isLeftEmpty(field, value))) {
      const isRequired = evaluator ? evaluator.isRequired(field.id) : of.isRequired;
      if (isRequired) refuse(run, { around, key: name }, of.required);
      else if (given !== undefined) {
        // What was left empty is no answer: nothing of it is stored.
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
      const kept = checkMany(of, value, { around, key: name }, run, evaluator);
      if (kept === value) continue;
      taken ??= { ...values };
      taken[name] = kept;
    }
  }
  const names = Object.keys(values);
  if (names.length > known) refuseUnknown(names, plan, around, run);
  return taken ?? values;
}

/**
 * Checks values against a definition, in the browser as on the server (docs/contract.md §5). Values are kept as they were
 * given, but for phone numbers and addresses, which are stored in one form however they are written; what is empty (`''`,
 * `null`, `[]`) is left out; hidden fields are dropped (or kept) and never required, computed ones worked out.
 * @returns the values to store, or what is wrong under each path: `people[1].mail`
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
  const run: Run = { options, context, problems: [], typed: null };
  const taken = checkRecord(fields, values, null, run, null);
  if (run.problems.length === 0)
    return run.typed ? { ok: true, values: taken, typed: run.typed } : { ok: true, values: taken };
  // Work is below nothing only after a pattern gave up.
  if (context.work.left < 0) return { ok: false, problems: run.problems, code: 'pattern_too_slow' };
  return { ok: false, problems: run.problems };
}
