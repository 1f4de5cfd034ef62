'use no memo';

import dynamic from 'next/dynamic';
import { memo } from 'react';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { afterPointerUp } from './after-pointer-up.ts';
import { FieldEditor } from './FieldEditor.tsx';
import type { FieldRecord } from './field-record.ts';
import { lazyPart } from './lazy-code.ts';
import { useField } from './use-record.ts';

// Not every form contains a nested form.
const NestedForm = dynamic(
  lazyPart('nested', () => import('./NestedForm.tsx').then((loaded) => loaded.NestedForm)),
);

type Props = {
  record: FieldRecord;
  field: FieldDefinition;
  /** Path of its value. */
  path: string;
  disabled?: boolean;
};

/** The editor of one field of a record; rendered again only when the state of this field changes. */
export const RecordField = memo(function RecordField({ record, field, path, disabled }: Props) {
  const state = useField(record, field);
  if (!state.isVisible) return null;
  if (field.type === 'form')
    return <NestedForm record={record} field={field} path={path} state={state} disabled={disabled} />;
  return (
    <FieldEditor
      field={field}
      path={path}
      value={state.value}
      countries={state.countries}
      onChange={(value, countries) => record.set(field, value, countries)}
      onLeave={() => afterPointerUp(() => record.leave(field))}
      isRequired={state.isRequired}
      problem={state.problem}
      entryProblems={state.entryProblems}
      disabled={disabled}
    />
  );
});
