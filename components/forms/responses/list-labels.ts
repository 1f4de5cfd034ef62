import type { FieldSummary } from '#lib/contract/submissions.ts';

/**
 * By field id, the label of the nested list that contains it (`people` of `people.mail`); none for outermost fields.
 */
export function listLabels(
  fields: readonly Pick<FieldSummary, 'id' | 'name' | 'label'>[],
): ReadonlyMap<string, string> {
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return new Map(
    fields.flatMap(({ id, name }): [string, string][] => {
      const dot = name.lastIndexOf('.');
      const label = dot < 0 ? undefined : labels.get(name.slice(0, dot));
      return label === undefined ? [] : [[id, label]];
    }),
  );
}
