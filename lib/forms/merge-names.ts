import { type FieldDefinition, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { type FormTree, nodeKey } from './form-tree.ts';
import { renameInFormula } from './rename-in-formulas.ts';

function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = name.slice(0, TEXT_LIMITS.name - 5);
  let count = 2;
  while (taken.has(`${base}_${count}`)) count += 1;
  return `${base}_${count}`;
}

/**
 * Makes the names of sibling fields unique: of two with the same name, the one that does not have it in
 * `settled` is renamed, also in formulas that differ from those of `settled`.
 */
export function makeNamesUnique(fields: FieldDefinition[], settled: FormTree): FieldDefinition[] {
  const knownAs = ({ id }: FieldDefinition) => settled.nodes.get(nodeKey('field', id))?.props;
  const taken = new Set(fields.map(({ name }) => name));
  const count = Map.groupBy(fields, ({ name }) => name);
  const renamed = new Map<string, string>();
  let next = fields;
  for (const [name, twins] of count) {
    if (twins.length < 2 || name === '') continue;
    const first = twins.find((one) => knownAs(one)?.name === name) ?? twins[0];
    for (const twin of twins) {
      if (twin === first) continue;
      const free = freeName(name, taken);
      taken.add(free);
      renamed.set(name, free);
      next = next.map((one) => (one === twin ? { ...one, name: free } : one));
    }
  }
  return next.map((field) => {
    const inner = field.fields && makeNamesUnique(field.fields, settled);
    let { formula } = field;
    if (formula !== undefined && formula !== knownAs(field)?.formula)
      for (const [before, after] of renamed) formula = renameInFormula(formula, before, after);
    if (inner === field.fields && formula === field.formula) return field;
    return { ...field, ...(formula === undefined ? {} : { formula }), ...(inner ? { fields: inner } : {}) };
  });
}
