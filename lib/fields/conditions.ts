import { evaluateComparison, isMissing, timeSortKey } from '#lib/fields/comparison.ts';
import { isIsoDate } from '#lib/fields/dates.ts';
import {
  CONDITION_DEPTH,
  type Condition,
  type FieldDefinition,
  type Values,
} from '#lib/fields/definition.ts';
import { createEvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { evaluateFormula } from '#lib/fields/formula.ts';
import type { Scalar, Value } from '#lib/fields/formula-values.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** A field and its value as others see it: missing while the field is hidden. */
type Known = { field: FieldDefinition; value: unknown };

/** Whether a condition holds. Total: an unknown field, or a value that can't be compared, makes it false. */
export function evaluateCondition(
  condition: Condition,
  known: (id: string) => Known | null,
  depth = 0,
): boolean {
  if (depth > CONDITION_DEPTH) return false;
  if ('and' in condition) return condition.and.every((part) => evaluateCondition(part, known, depth + 1));
  if ('or' in condition) return condition.or.some((part) => evaluateCondition(part, known, depth + 1));
  if ('not' in condition) return !evaluateCondition(condition.not, known, depth + 1);
  const found = known(condition.field);
  return found !== null && evaluateComparison(found.field, condition.op, found.value, condition.value);
}

/**
 * The maximum number of steps per change; only a definition made to be slow needs as many, and its formulas
 * stay empty.
 */
const STEPS_MAX = 1_000_000;
type Budget = { steps: number };

/** How formulas read the values of other fields. */
export type FormulaReading = {
  /** A choice is its label, as people see it; otherwise its id. */
  labels?: boolean;
  /** Of days and hours (IANA); without one, UTC. */
  timeZone?: string | undefined;
};

type Options = {
  /** The time of `today()` and `now()`. */
  now?: Date | undefined;
  formulas?: FormulaReading | undefined;
  /** Of the record around a nested form's own. */
  outer?: Evaluator;
};

/** Which fields of one record are shown, required and computed, updated as values change. */
export type Evaluator = {
  /**
   * Sets a field's value by name. @returns ids of the fields that changed: shown or not, required or not, or
   * their value.
   */
  set(name: string, value: unknown): string[];
  /** Updates what depends on the containing record, after something changed there. @returns as `set` */
  refresh(): string[];
  isVisible(id: string): boolean;
  isRequired(id: string): boolean;
  /** The value that other fields see: missing while hidden, computed where the field has a formula. */
  valueOf(id: string): unknown;
  /** For the records in it. */
  readonly scope: Scope;
};

type Scope = {
  known(id: string): Known | null;
  read(path: readonly string[]): Value;
  now: Date;
  asCompared(path: readonly string[], text: string): string;
  timeZone: string | undefined;
  formulas: FormulaReading;
  budget: Budget;
};

const labelOf = ({ options }: FieldDefinition, value: unknown) =>
  options?.find(({ id }) => id === value)?.label;

/** A value as formulas use it; empty unless it is a text, number or choice. */
function formulaValue(field: FieldDefinition, value: unknown, { labels }: FormulaReading): Scalar {
  if (field.type === 'file' || field.type === 'json' || isMissing(field, value)) return null;
  if (field.type === 'date') {
    const day = timeSortKey(field, value);
    return typeof day === 'string' ? day : null;
  }
  if (labels && isChoice(field)) value = labelOf(field, value) ?? value;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The result of a formula, as a value of the field's type; missing where it doesn't fit. */
function computed(field: FieldDefinition, value: Scalar): unknown {
  if (value === null || value === '') return undefined;
  if (field.type === 'number') return typeof value === 'number' ? value : undefined;
  if (field.type === 'date') return typeof value === 'string' && isIsoDate(value) ? value : undefined;
  return String(value);
}

/** Formulas of before labels were read compare with ids: an id that is no label stands for its label. */
function labelText(field: FieldDefinition | undefined, text: string): string {
  if (!field || !isChoice(field) || field.options?.some(({ label }) => label === text)) return text;
  return labelOf(field, text) ?? text;
}

/** Evaluates a record of these fields, then only what depends on each change. */
export function createEvaluator(
  fields: readonly FieldDefinition[],
  values: Readonly<Values> = {},
  { now, outer, formulas = outer?.scope.formulas ?? {} }: Options = {},
): Evaluator {
  const plan = createEvaluationPlan(fields);
  const initial = fields.map(({ name }) => (Object.hasOwn(values, name) ? values[name] : undefined));
  const visible = fields.map(() => true);
  const required = fields.map(() => false);
  const effective: unknown[] = fields.map(() => undefined);
  const rows = new Map<number, Evaluator[]>();
  const budget = outer?.scope.budget ?? { steps: STEPS_MAX };

  const known = (id: string): Known | null => {
    const at = plan.byId.get(id);
    const field = at === undefined ? undefined : fields[at];
    if (at === undefined || !field) return outer?.scope.known(id) ?? null;
    return { field, value: effective[at] };
  };
  const rowsOf = (at: number, field: FieldDefinition): Evaluator[] => {
    const found = rows.get(at);
    if (found) return found;
    const value = effective[at];
    const records = (Array.isArray(value) ? value : [value]).filter(isRecord);
    budget.steps -= records.length * (field.fields?.length ?? 0);
    const evaluate = (record: Values) => createEvaluator(field.fields ?? [], record, { outer: self });
    const made = budget.steps > 0 ? records.map(evaluate) : [];
    rows.set(at, made);
    return made;
  };
  const read = (path: readonly string[]): Value => {
    const [name = '', ...rest] = path;
    const at = plan.byName.get(name);
    const field = at === undefined ? undefined : fields[at];
    if (at === undefined || !field) return outer?.scope.read(path) ?? null;
    budget.steps -= 1;
    const value = effective[at];
    if (field.type === 'form') {
      const records = rowsOf(at, field);
      budget.steps -= records.length;
      if (budget.steps <= 0) return null;
      const found = records.map((record): Value => (rest.length > 0 ? record.scope.read(rest) : true));
      return field.multiple ? found.flat() : (found[0] ?? null);
    }
    if (rest.length > 0) return null;
    if (!Array.isArray(value)) return formulaValue(field, value, formulas);
    budget.steps -= value.length;
    return value.map((one) => formulaValue(field, one, formulas));
  };
  const asCompared = ([name = '', ...rest]: readonly string[], text: string): string =>
    formulas.labels && rest.length === 0 ? labelText(fields[plan.byName.get(name) ?? -1], text) : text;
  const scope: Scope = {
    ...{ known, read, asCompared, formulas, budget, timeZone: formulas.timeZone },
    now: now ?? outer?.scope.now ?? new Date(),
  };

  const work = (at: number): boolean => {
    const node = plan.nodes[at];
    if (!node) return false;
    const { field, formula } = node;
    const isShown = field.visible_if === undefined || evaluateCondition(field.visible_if, known);
    let value = isShown ? initial[at] : undefined;
    if (field.formula !== undefined) {
      const result = isShown && formula && budget.steps > 0 ? evaluateFormula(formula, read, scope) : null;
      value = computed(field, budget.steps > 0 ? result : null);
    }
    // The contents of a nested form may have changed though the form's own value is the same.
    const changed = isShown !== visible[at] || !Object.is(value, effective[at]) || field.type === 'form';
    visible[at] = isShown;
    effective[at] = value;
    rows.delete(at);
    return changed;
  };
  const workRequired = (at: number): boolean => {
    const field = fields[at];
    if (!field) return false;
    const isDemanded = field.required_if
      ? evaluateCondition(field.required_if, known)
      : field.required !== false;
    const isRequired = visible[at] === true && field.formula === undefined && isDemanded;
    const changed = isRequired !== required[at];
    required[at] = isRequired;
    return changed;
  };
  /** Evaluates these and, in order, what depends on those that changed. */
  const follow = (dirty: Set<number>): string[] => {
    if (!outer) budget.steps = STEPS_MAX;
    const changed = new Set<number>();
    const askRequired = new Set<number>();
    for (const at of plan.order) {
      if (!dirty.has(at) || !work(at)) continue;
      changed.add(at);
      askRequired.add(at);
      for (const dependent of plan.nodes[at]?.dependents ?? []) dirty.add(dependent);
      for (const dependent of plan.nodes[at]?.requiredDependents ?? []) askRequired.add(dependent);
    }
    // Whether a field is required may depend on fields that come after it, and nothing depends on that.
    for (const at of dirty) if (plan.lookingOut.has(at)) askRequired.add(at);
    for (const at of askRequired) if (workRequired(at)) changed.add(at);
    return fields.filter((_, at) => changed.has(at)).map(({ id }) => id);
  };

  const self: Evaluator = {
    set(name, value) {
      const at = plan.byName.get(name);
      if (at === undefined || Object.is(initial[at], value)) return [];
      initial[at] = value;
      return follow(new Set([at]));
    },
    refresh: () => follow(new Set(plan.lookingOut)),
    isVisible: (id) => visible[plan.byId.get(id) ?? -1] ?? false,
    isRequired: (id) => required[plan.byId.get(id) ?? -1] ?? false,
    valueOf: (id) => effective[plan.byId.get(id) ?? -1],
    scope,
  };
  for (const at of plan.order) work(at);
  for (const at of fields.keys()) workRequired(at);
  return self;
}
