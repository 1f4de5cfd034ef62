import { Fragment } from 'react';
import styled from 'styled-components';
import { type FileView, ValueView } from '#components/fields/ValueView.tsx';
import { isMissing } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';

const Line = styled.div`
  ul,
  li {
    display: inline;
  }
`;

type RecordLinesProps = {
  /** A group of fields. */
  field: FieldDefinition;
  value: unknown;
  fileOf: (id: string) => FileView | undefined;
};

/** The records of a group of fields in a cell: a line for each, with its values without their names. */
export function RecordLines({ field, value, fileOf }: RecordLinesProps) {
  if (isMissing(field, value)) return <ValueView field={field} value={value} />;
  const records = (Array.isArray(value) ? value : [value]).filter(isRecord);
  return records.map((record, at) => {
    const given = (field.fields ?? []).filter((inner) => !isMissing(inner, record[inner.name]));
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: records of an answer have no other name, and stay where they are
      <Line key={at}>
        {given.map((inner, place) => (
          <Fragment key={inner.id}>
            {place > 0 && ', '}
            {inner.type === 'form' ? (
              <RecordLines field={inner} value={record[inner.name]} fileOf={fileOf} />
            ) : (
              <ValueView field={inner} value={record[inner.name]} fileOf={fileOf} />
            )}
          </Fragment>
        ))}
        {given.length === 0 && '–'}
      </Line>
    );
  });
}
