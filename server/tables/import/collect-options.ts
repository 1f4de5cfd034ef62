import { type FieldDefinition, OPTIONS_MAX } from '#lib/fields/definition.ts';
import { isList } from '#lib/fields/field-types.ts';
import { isOptionLabel } from '#lib/fields/option-label.ts';
import { optionOf, partsOf } from '#lib/fields/parse-field-text.ts';
import { unguarded } from '#lib/text/csv.ts';
import { isBlank } from '#lib/text/text.ts';

/** Characters of all choices that are collected of one file; what is beyond is refused with its line. */
const LENGTH_MAX = 2_000_000;
export type OptionBudget = { left: number };
export const optionBudget = (): OptionBudget => ({ left: LENGTH_MAX });

const folded = (text: string) => text.toLocaleLowerCase();

/**
 * Collects the choices of a file's column that a field doesn't have, as many as it may have.
 * @param budget is shared by all columns of a file
 */
export function createOptionCollector(
  field: Pick<FieldDefinition, 'type' | 'multiple' | 'options'>,
  budget: OptionBudget,
) {
  const choice: FieldDefinition = { id: '', name: '', label: '', required: false, ...field };
  const capacity = OPTIONS_MAX - (field.options?.length ?? 0);
  const found = new Map<string, string>();
  // Many lines repeat few cells.
  let last = '';
  const take = (part: string) => {
    if (found.size >= capacity || part.length > budget.left || !isOptionLabel(part)) return;
    if (found.has(folded(part)) || optionOf(choice, part) !== null) return;
    budget.left -= part.length;
    found.set(folded(part), part);
  };
  return {
    look(cell: string): void {
      if (cell === '' || cell === last || found.size >= capacity || isBlank(cell)) return;
      last = cell;
      const text = unguarded(cell);
      for (const part of isList(choice) ? partsOf(choice, text) : [text.trim()]) take(part);
    },
    /** Their labels, in the order of the file, as they were written first. */
    labels: (): string[] => [...found.values()],
  };
}
