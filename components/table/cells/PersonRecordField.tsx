import { afterPointerUp } from '#components/fields/after-pointer-up.ts';
import { FieldFrame } from '#components/fields/FieldFrame.tsx';
import { useFieldId } from '#components/fields/field-ids.ts';
import type { FieldRecord } from '#components/fields/field-record.ts';
import { useField } from '#components/fields/use-record.ts';
import { PersonField, peopleIds, peopleValue } from '#components/sharing/PersonField.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';

type PersonRecordFieldProps = {
  record: FieldRecord;
  field: FieldDefinition;
  names: ReadonlyMap<string, string>;
};

/** A column of people in the form of a row. */
export function PersonRecordField({ record, field, names }: PersonRecordFieldProps) {
  const state = useField(record, field);
  const id = useFieldId(field.name);
  const isSeveral = field.multiple === true;
  if (!state.isVisible) return null;
  return (
    <FieldFrame
      id={id}
      name={field.name}
      label={field.label}
      {...(field.help === undefined ? {} : { help: field.help })}
      problem={state.problem}
      isRequired={state.isRequired}
    >
      {({ name: _, ...control }) => (
        <PersonField
          label={field.label}
          isSeveral={isSeveral}
          chosen={peopleIds(state.value)}
          names={names}
          control={control}
          onChange={(ids) => record.set(field, peopleValue(ids, isSeveral))}
          onLeave={() => afterPointerUp(() => record.leave(field))}
        />
      )}
    </FieldFrame>
  );
}
