import { useState } from 'react';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { withCountryCodes } from '#lib/fields/phone-text.ts';
import { RecordField } from './RecordField.tsx';
import { useRecord } from './use-record.ts';

type Props = {
  field: FieldDefinition;
  path: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A nested form whose value is the caller's: a record of its own that holds nothing else. */
export function FormValueEditor({ field, path, value, onChange }: Props) {
  const [fields, setFields] = useState([field]);
  if (fields[0] !== field) setFields([field]);
  const initial: Values = value === undefined ? {} : { [field.name]: value };
  const record = useRecord(fields, {
    initial,
    onChange: (values) => onChange(ownValue(withCountryCodes(values, record.countries()), field.name)),
  });
  return <RecordField record={record} field={fields[0] ?? field} path={path} />;
}
