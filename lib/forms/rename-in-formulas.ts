import type { FieldDefinition } from '#lib/fields/definition.ts';

/** The formula with a field renamed; texts in quotes stay. */
export const renameInFormula = (formula: string, before: string, after: string): string =>
  formula.replaceAll(/"[^"]*"|'[^']*'|\{([^{}]*)\}/g, (part, path: string | undefined) =>
    path === undefined
      ? part
      : `{${path
          .split('.')
          .map((step, at) => (at === 0 && step.trim() === before ? after : step))
          .join('.')}}`,
  );

/** The fields, with references to `before` in their formulas replaced by `after`. */
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
