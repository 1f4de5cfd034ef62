import type { FieldDefinition } from '#lib/fields/definition.ts';
import { createEvaluationPlan } from '#lib/fields/evaluation-plan.ts';

/** All places that can be reached from the first ones, with these. */
function reached(first: Iterable<number>, next: (at: number) => readonly number[]): Set<number> {
  const found = new Set(first);
  for (const at of found) for (const one of next(at)) found.add(one);
  return found;
}

/** The places of what each column's value is computed from. */
function sourcesOf(fields: readonly FieldDefinition[]): number[][] {
  const { nodes } = createEvaluationPlan(fields);
  const sources = nodes.map((): number[] => []);
  for (const [from, node] of nodes.entries()) for (const to of node.dependents) sources[to]?.push(from);
  return sources;
}

/** The places of all columns that one column's value is computed from, also by way of others, with its own. */
export function columnsReadBy(fields: readonly FieldDefinition[], at: number): Set<number> {
  const sources = sourcesOf(fields);
  return reached([at], (one) => sources[one] ?? []);
}

/**
 * What a change of one column makes different: the column itself and the formulas that depend on it, also by way of others.
 * @returns the places of these, and of all columns that their values are computed from
 */
export function affectedColumns(
  fields: readonly FieldDefinition[],
  at: number,
): { written: Set<number>; read: Set<number> } {
  const { nodes } = createEvaluationPlan(fields);
  const dependents = reached([at], (one) => nodes[one]?.dependents ?? []);
  const written = new Set([...dependents].filter((one) => one === at || fields[one]?.formula !== undefined));
  const sources = sourcesOf(fields);
  return { written, read: reached(written, (one) => sources[one] ?? []) };
}
