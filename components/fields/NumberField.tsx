import { useContext } from 'react';
import { Field } from '#components/ui/Field.tsx';
import { findAmbiguity } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { InputFormatContext } from './input-format.ts';
import { NumberEditor } from './NumberEditor.tsx';

type NumberFieldProps = {
  label: string;
  /** The number, or the typed text if it is invalid or ambiguous. */
  value: unknown;
  problem: string | null | undefined;
  onChange: (value: unknown) => void;
};

/** Why a value is refused: an ambiguity is reported first. */
export function useUnclearProblem(field: FieldDefinition, value: unknown): string | null {
  const unclear = findAmbiguity(field, value, useContext(InputFormatContext) ?? {});
  return unclear && englishProblem(unclear.problem);
}

/** A number outside of a record, parsed in the number format of the surrounding page. */
export function NumberField({ label, value, problem, onChange }: NumberFieldProps) {
  const field: FieldDefinition = { id: 'number', name: 'number', label, type: 'number' };
  const unclear = useUnclearProblem(field, value);
  return (
    <Field required label={label} error={unclear ?? problem}>
      {(control) => (
        <NumberEditor
          field={field}
          control={{ ...control, name: control.id }}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
