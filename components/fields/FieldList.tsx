'use no memo';

import type { FieldDefinition } from '#lib/fields/definition.ts';
import styles from './FieldList.module.css';
import type { FieldRecord } from './field-record.ts';
import { RecordField } from './RecordField.tsx';

type Props = {
  record: FieldRecord;
  /** Those to be shown: of one page, say; all of the record's unless given. */
  fields?: readonly FieldDefinition[];
  /** Where the record stands: `people[0]`; empty for the outermost. */
  path?: string;
  disabled?: boolean;
};

/** Fields of a record, one under the other. */
export function FieldList({ record, fields = record.fields, path = '', disabled }: Props) {
  return (
    <div className={styles.list}>
      {fields.map((field) => (
        <RecordField
          key={field.id}
          record={record}
          field={field}
          path={path ? `${path}.${field.name}` : field.name}
          disabled={disabled}
        />
      ))}
    </div>
  );
}
