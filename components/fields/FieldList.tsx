'use no memo';

import type { ReactNode } from 'react';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import styles from './FieldList.module.css';
import type { FieldRecord } from './field-record.ts';
import { RecordField } from './RecordField.tsx';

type Props = {
  record: FieldRecord;
  /** The fields to show, such as those of one page; by default all of the record. */
  fields?: readonly FieldDefinition[];
  /** Path of the record: `people[0]`; empty for the outermost. */
  path?: string;
  disabled?: boolean;
  /** The editor of a field that has one of its own; null for another field. */
  ownEditor?: (field: FieldDefinition) => ReactNode;
};

/** Fields of a record in one column. */
export function FieldList({ record, fields = record.fields, path = '', disabled, ownEditor }: Props) {
  return (
    <div className={styles.list}>
      {fields.map(
        (field) =>
          ownEditor?.(field) ?? (
            <RecordField
              key={field.id}
              record={record}
              field={field}
              path={path ? `${path}.${field.name}` : field.name}
              disabled={disabled}
            />
          ),
      )}
    </div>
  );
}
