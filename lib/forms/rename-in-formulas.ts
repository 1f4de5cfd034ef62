import type { FieldDefinition } from '#lib/fields/definition.ts';

/** The formula where a field is called otherwise now; texts in quotes stay. */
export const renameInFormula = (formula: string, before: string, after: string): string =>
  formula.replaceAll(/"[^"]*"|\{([^{}]*)\}/g, (part, path: string | undefined) =>
    path === undefined
      ? part
      : `{${path
          .split('.')
          .map((step, at) => (at === 0 && step.trim() === before ? after : step))
          .join('.')}}`,
  );

/** The fields, whose formulas ask for `after` where they asked for `before`. */
export function renameInFormulas(
  fields: FieldDefinition[],
  before: string,
  after: string,
): FieldDefinition[] {
  const changed = fields.map((field) => {
    const formula = field.formula && renameInFormula(field.formula, before, after);
    const inner = field.fields && renameInFormulas(field.fields, before, after);
    const isSame = formula === field.formula && inner === field.fields;
    return isSame
      ? field
      : { ...field, ...(formula ? { formula } : {}), ...(inner ? { fields: inner } : {}) };
  });
  return changed.every((field, at) => field === fields[at]) ? fields : changed;
}
