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

type CellValueProps = {
  field: FieldDefinition;
  value: unknown;
  fileOf: (id: string) => FileView | undefined;
};

/** A value in the table of submissions; of a group, a line for each record, with its values without their names. */
export function CellValue({ field, value, fileOf }: CellValueProps) {
  if (field.type !== 'form' || isMissing(field, value))
    return <ValueView field={field} value={value} fileOf={fileOf} />;
  const records = (Array.isArray(value) ? value : [value]).filter(isRecord);
  return records.map((record, at) => {
    const filled = (field.fields ?? []).filter((inner) => !isMissing(inner, record[inner.name]));
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: records of an answer have no other name, and stay where they are
      <Line key={at}>
        {filled.map((inner, place) => (
          <Fragment key={inner.id}>
            {place > 0 && ', '}
            <CellValue field={inner} value={record[inner.name]} fileOf={fileOf} />
          </Fragment>
        ))}
        {filled.length === 0 && '–'}
      </Line>
    );
  });
}
