import type { FieldDefinition } from '#lib/fields/definition.ts';

/** The files of several entries in one cell, as many as its column takes. */
export function joinedFiles(
  { rules = [] }: Pick<FieldDefinition, 'rules'>,
  values: readonly unknown[],
): unknown[] {
  const most = rules.flatMap(({ rule, value }) =>
    (rule === 'max_count' || rule === 'count') && typeof value === 'number' ? [value] : [],
  );
  return values.flat().slice(0, Math.min(...most, Number.MAX_SAFE_INTEGER));
}
