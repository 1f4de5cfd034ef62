import { CONDITION_DEPTH, type Condition, type FieldDefinition } from '#lib/fields/definition.ts';
import { readFormula } from '#lib/fields/formula.ts';
import type { Formula } from '#lib/fields/formula-parser.ts';

/** One field, and what has to be evaluated again when it changes. */
export type EvaluationNode = {
  field: FieldDefinition;
  formula: Formula | null;
  /** Fields of the list whose visibility or value may follow from this one's. */
  dependents: number[];
  /** Fields of the list that may be required because of this one. */
  requiredDependents: number[];
};

/** The order in which the fields of one list are evaluated. Positions in it are indexes of the list. */
export type EvaluationPlan = {
  nodes: readonly EvaluationNode[];
  byId: ReadonlyMap<string, number>;
  byName: ReadonlyMap<string, number>;
  /** Each after all that it depends on. */
  order: readonly number[];
  /** Fields that depend on themselves; a definition with any is never saved. */
  cyclic: readonly FieldDefinition[];
  /** Nothing here or deeper refers to another field. */
  isStatic: boolean;
  /** Fields outside this list that something in it refers to, and where in it. */
  outer: Reference[];
  lookingOut: ReadonlySet<number>;
};

/** Conditions name fields by id, formulas by name. */
type Reference = { id: string } | { name: string };

/** Ids of the fields that a condition refers to. */
export function conditionFields(condition: Condition | undefined, depth = 0): string[] {
  if (!condition || depth > CONDITION_DEPTH) return [];
  if ('and' in condition) return condition.and.flatMap((part) => conditionFields(part, depth + 1));
  if ('or' in condition) return condition.or.flatMap((part) => conditionFields(part, depth + 1));
  if ('not' in condition) return conditionFields(condition.not, depth + 1);
  return [condition.field];
}

const asIds = (condition: Condition | undefined): Reference[] =>
  conditionFields(condition).map((id) => ({ id }));

function makePlan(fields: readonly FieldDefinition[]): EvaluationPlan {
  const byId = new Map(fields.map(({ id }, at) => [id, at]));
  const byName = new Map(fields.map(({ name }, at) => [name, at]));
  const outer: Reference[] = [];
  const lookingOut = new Set<number>();
  let isStatic = true;

  const nodes = fields.map((field): EvaluationNode => {
    const read = field.formula === undefined ? null : readFormula(field.formula);
    const formula = read?.ok ? read.formula : null;
    return { field, formula, dependents: [], requiredDependents: [] };
  });
  const waitsFor = fields.map(() => 0);

  nodes.forEach((node, at) => {
    const { field, formula } = node;
    const link = (references: readonly Reference[], dependentsOf: (from: EvaluationNode) => number[]) => {
      for (const reference of references) {
        isStatic = false;
        const from = 'id' in reference ? byId.get(reference.id) : byName.get(reference.name);
        const source = from === undefined ? undefined : nodes[from];
        if (!source) {
          lookingOut.add(at);
          outer.push(reference);
        } else if (!dependentsOf(source).includes(at)) dependentsOf(source).push(at);
      }
    };
    if (field.visible_if || field.required_if || field.formula !== undefined) isStatic = false;
    link(asIds(field.visible_if), (from) => from.dependents);
    link(asIds(field.required_if), (from) => from.requiredDependents);
    link(formula?.paths.map(([name = '']) => ({ name })) ?? [], (from) => from.dependents);
    link(field.fields ? createEvaluationPlan(field.fields).outer : [], (from) => from.dependents);
  });
  for (const { dependents } of nodes) for (const at of dependents) waitsFor[at] = (waitsFor[at] ?? 0) + 1;

  const places = fields.map((_, at) => at);
  const order = places.filter((at) => waitsFor[at] === 0);
  for (const at of order)
    for (const dependent of nodes[at]?.dependents ?? []) {
      const left = (waitsFor[dependent] ?? 0) - 1;
      waitsFor[dependent] = left;
      if (left === 0) order.push(dependent);
    }
  const rest = places.filter((at) => (waitsFor[at] ?? 0) > 0);
  return {
    nodes,
    byId,
    byName,
    order: [...order, ...rest],
    cyclic: rest.map((at) => fields[at]).filter((field) => field !== undefined),
    isStatic,
    outer,
    lookingOut,
  };
}

const plans = new WeakMap<readonly FieldDefinition[], EvaluationPlan>();

/** The plan of a list of fields, created once for each list. */
export function createEvaluationPlan(fields: readonly FieldDefinition[]): EvaluationPlan {
  let plan = plans.get(fields);
  if (!plan) {
    plan = makePlan(fields);
    plans.set(fields, plan);
  }
  return plan;
}
