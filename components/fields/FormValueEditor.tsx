import { use, useState } from 'react';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { withCountryCodes } from '#lib/fields/phone-text.ts';
import type { FieldRecord } from './field-record.ts';
import { PhoneCountryContext } from './phone-country.ts';
import { RecordField } from './RecordField.tsx';
import { useRecord } from './use-record.ts';

type Props = {
  field: FieldDefinition;
  path: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** The paths of all phone numbers of a record. */
function phonePaths(record: FieldRecord, before = ''): string[] {
  return record.fields.flatMap((field) => {
    const { value, rows } = record.state(field);
    const path = before + field.name;
    if (field.type === 'phone') return Array.isArray(value) ? value.map((_, at) => `${path}[${at}]`) : [path];
    return rows.flatMap((row, at) => phonePaths(row, field.multiple ? `${path}[${at}].` : `${path}.`));
  });
}

/**
 * A nested form whose value the caller holds, in a record of its own. Phone numbers are returned with their country's
 * code, even that of the default country, because no country is stored with them.
 */
export function FormValueEditor({ field, path, value, onChange }: Props) {
  const [fields, setFields] = useState([field]);
  if (fields[0] !== field) setFields([field]);
  const initial: Values = value === undefined ? {} : { [field.name]: value };
  const usual = use(PhoneCountryContext);
  const record = useRecord(fields, {
    formatProblem: englishProblem,
    initial,
    onChange: (values) => {
      const known = usual ? phonePaths(record).map((path) => [path, usual] as const) : [];
      const countries = { ...Object.fromEntries(known), ...record.countries() };
      onChange(ownValue(withCountryCodes(values, countries), field.name));
    },
  });
  return <RecordField record={record} field={fields[0] ?? field} path={path} />;
}
