import { FormattedMessage } from 'react-intl';
import styled, { css } from 'styled-components';
import { TYPE_ICONS } from '#components/fields/field-type-icons.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { CONTROL, color, radius, space } from '#styles/tokens.ts';
import { GroupFields } from './GroupFields.tsx';

/** Maximum number of options shown; the others are counted. */
const OPTIONS_SHOWN = 4;

const control = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: ${CONTROL.medium}px;
  padding: 0 ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  color: ${color('quiet')};
  font-size: 14px;
  overflow: hidden;

  > svg {
    flex: none;
  }

  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Control = styled.div<{ $tall?: boolean }>`
  ${control}
  ${({ $tall }) => $tall && 'align-items: flex-start; min-height: 72px; padding-top: 10px;'}
`;

const Options = styled.ul`
  display: grid;
  gap: 6px;
  padding: 0;
  color: ${color('quiet')};
  font-size: 14px;
  list-style: none;

  > li {
    display: flex;
    gap: ${space(2)};
    overflow-wrap: anywhere;
  }
`;

const Mark = styled.span<{ $round: boolean }>`
  flex: none;
  width: 15px;
  height: 15px;
  margin-top: 3px;
  border: 1.5px solid ${color('fieldLine')};
  border-radius: ${({ $round }) => ($round ? '50%' : '4px')};
`;

/** A field as it looks when it is filled in, without being editable. */
export function FieldPlaceholder({ field }: { field: FieldDefinition }) {
  if (field.type === 'form') return <GroupFields field={field} />;
  if (isChoice(field)) return <OptionsSketch field={field} />;
  const Icon = TYPE_ICONS[field.type];
  return (
    <Control aria-hidden $tall={field.type === 'textarea'}>
      {field.type !== 'text' && field.type !== 'textarea' && <Icon size={16} strokeWidth={1.75} />}
      <span dir="auto">
        {field.formula !== undefined ? (
          <FormattedMessage id="builder.computed" />
        ) : (
          field.placeholder || <FormattedMessage id={`builder.type_${field.type}`} />
        )}
      </span>
    </Control>
  );
}

function OptionsSketch({ field }: { field: FieldDefinition }) {
  const options = field.options ?? [];
  const more = options.length - OPTIONS_SHOWN;
  return (
    <Options>
      {options.slice(0, OPTIONS_SHOWN).map(({ id, label }) => (
        <li key={id}>
          <Mark aria-hidden $round={!isList(field)} />
          <span dir="auto">{label}</span>
        </li>
      ))}
      {field.allow_other && (
        <li>
          <Mark aria-hidden $round={!isList(field)} />
          <FormattedMessage id="builder.other" />
        </li>
      )}
      {more > 0 && (
        <li>
          <FormattedMessage id="builder.more_options" values={{ count: more }} />
        </li>
      )}
    </Options>
  );
}
