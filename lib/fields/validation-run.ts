import type { CheckContext, FileLookup } from '#lib/fields/check.ts';
import type { FormulaReading } from '#lib/fields/conditions.ts';
import type { EvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import type { FieldProblem, Problem, ProblemCode } from '#lib/fields/problem.ts';

/** Maximum number of problems that are reported at once; the others are reported the next time. */
const PROBLEMS_MAX = 200;
/** How much of an unknown name is repeated. */
const UNKNOWN_NAME_MAX = 100;
/** Paths that are remembered. */
const PATHS_MAX = 1000;

export type ValidateOptions = FileLookup & {
  /** Of phone numbers that are written without a country's code (ISO 3166-1 alpha-2). */
  country?: string | null | undefined;
  /** The country chosen beside a number, which replaces that one. */
  countries?: PhoneCountries | undefined;
  /** Values are returned as they were typed, not as they are stored: phone numbers, addresses. */
  asTyped?: boolean;
  /** The time of `today()` and `now()` in formulas. */
  now?: Date;
  formulas?: FormulaReading | undefined;
  /** What happens to the values of hidden fields; they are kept only if they are valid. */
  hidden?: 'drop' | 'keep';
};

/**
 * Texts as they were given, by the path of what is stored in another format: `+49301234567` for `030
 * 1234567`.
 */
export type TypedTexts = Record<string, string>;

/** The path of a value; written out only when it has a problem. */
export type Place = { around: Place | null; key: string | number };
/** One call of `validate`: its parameters, and the problems found so far. */
export type ValidationRun = {
  options: ValidateOptions;
  context: CheckContext;
  problems: FieldProblem[];
  typed: TypedTexts | null;
};

/**
 * Cached paths to reported fields, below what contains them: building one costs more than checking a value.
 */
const paths = new Map<string, Map<string | number, string>>();
let pathsStored = 0;

export function pathOf({ around, key }: Place): string {
  if (!around) return typeof key === 'number' ? `[${key}]` : key;
  const before = pathOf(around);
  const known = paths.get(before)?.get(key);
  if (known !== undefined) return known;
  if (pathsStored >= PATHS_MAX) {
    paths.clear();
    pathsStored = 0;
  }
  const path = typeof key === 'number' ? `${before}[${key}]` : `${before}.${key}`;
  const below = paths.get(before) ?? new Map<string | number, string>();
  paths.set(before, below.set(key, path));
  pathsStored += 1;
  return path;
}

/** Written out: a copy by `...` costs ten times as much, on the path of every invalid submission. */
function problemAt<Code extends ProblemCode>(problem: Problem<Code>, path: string): FieldProblem<Code> {
  const { code, params, message } = problem;
  return message === undefined ? { code, params, path } : { code, params, message, path };
}

function refuseAt(run: ValidationRun, path: string, problem: Problem): void {
  run.problems.push(problemAt(problem, path));
}

/** Records a problem at a path, up to the maximum that is reported at once. */
export function refuse(run: ValidationRun, place: Place, problem: Problem): void {
  if (run.problems.length < PROBLEMS_MAX) refuseAt(run, pathOf(place), problem);
}

/** Notes names that no field has. */
export function refuseUnknown(
  names: readonly string[],
  { byName }: EvaluationPlan,
  around: Place | null,
  run: ValidationRun,
): void {
  for (const name of names) {
    if (byName.has(name) || run.problems.length >= PROBLEMS_MAX) continue;
    const shown = name.slice(0, UNKNOWN_NAME_MAX);
    // Not cached: it would keep the whole input in memory.
    refuseAt(run, around ? `${pathOf(around)}.${shown}` : shown, {
      code: 'unknown_field',
      params: { label: shown },
    });
  }
}
