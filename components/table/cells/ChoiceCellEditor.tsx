import { useMemo } from 'react';
import { ComboboxStart } from '#components/fields/combobox-start.ts';
import { FieldFrame } from '#components/fields/FieldFrame.tsx';
import { useFieldId } from '#components/fields/field-ids.ts';
import { OptionCombobox } from '#components/fields/OptionCombobox.tsx';
import { findOptions } from '#components/fields/use-option-combobox.ts';
import { isList } from '#lib/fields/field-types.ts';
import type { GridColumn } from '../columns/grid-columns.ts';

/** Whether the options of a column are found by typing in its cells. */
export const isFoundByTyping = ({ field }: GridColumn): boolean =>
  (field.type === 'select' || field.type === 'multi-select') && !field.allow_other;

const SEVERAL = /[;\n]/;

/** Whether the editor of a column continues what was typed before it was there. */
export const findsOption = (column: GridColumn, text: string): boolean =>
  isFoundByTyping(column) && !SEVERAL.test(text);

/** The options that a text finds first, as typing it in the editor does; undefined where one is not found. */
export function optionsOfText({ field }: GridColumn, text: string): string | string[] | undefined {
  const parts = isList(field) ? text.split(SEVERAL).filter((part) => part.trim() !== '') : [text];
  const found = parts.map((part) => findOptions(field.options ?? [], part)[0]?.id);
  const ids = found.flatMap((id) => id ?? []);
  if (ids.length < found.length) return undefined;
  return isList(field) ? ids : ids[0];
}

type ChoiceCellEditorProps = {
  column: GridColumn;
  value: unknown;
  /** The character that opened it: the first of an option's label. */
  seed: string | undefined;
  onChange: (value: unknown) => void;
};

/** Edits a choice in its cell: the options are below it, and typing finds them. */
export function ChoiceCellEditor({ column: { field }, value, seed = '', onChange }: ChoiceCellEditorProps) {
  const id = useFieldId(field.name);
  const start = useMemo(() => ({ typed: seed }), [seed]);
  return (
    <ComboboxStart value={start}>
      <div data-choice>
        <FieldFrame id={id} name={field.name} label={field.label} problem={null} isRequired={false} isBare>
          {(control) => <OptionCombobox {...{ field, value, control, onChange }} isSeveral={isList(field)} />}
        </FieldFrame>
      </div>
    </ComboboxStart>
  );
}
