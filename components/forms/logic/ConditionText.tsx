import { Fragment } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useNumberFormat } from '#components/fields/use-number-format.ts';
import type { Comparison, Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { color } from '#styles/tokens.ts';

const Gone = styled.mark`
  background: ${color('errorTint')};
  color: ${color('error')};
`;

type ConditionTextProps = { condition: Condition; availableFields: readonly FieldDefinition[] };

/** A condition as a part of a sentence: “*Eats with us* is *Yes* and (…)”. */
export function ConditionText({ condition, availableFields }: ConditionTextProps) {
  if ('and' in condition) return <Parts parts={condition.and} joint="and" reach={availableFields} />;
  if ('or' in condition) return <Parts parts={condition.or} joint="or" reach={availableFields} />;
  if ('not' in condition)
    return (
      <FormattedMessage
        id="form_logic.not"
        values={{ condition: <ConditionText condition={condition.not} availableFields={availableFields} /> }}
      />
    );
  return <ComparisonText comparison={condition} reach={availableFields} />;
}

function Parts({
  parts,
  joint,
  reach,
}: {
  parts: readonly Condition[];
  joint: 'and' | 'or';
  reach: readonly FieldDefinition[];
}) {
  return parts.map((part, at) => {
    const isGroup = ('and' in part && part.and.length > 1) || ('or' in part && part.or.length > 1);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no name of their own
      <Fragment key={at}>
        {at > 0 && (
          <>
            {' '}
            <FormattedMessage id={`form_logic.${joint}`} />{' '}
          </>
        )}
        {isGroup && '('}
        <ConditionText condition={part} availableFields={reach} />
        {isGroup && ')'}
      </Fragment>
    );
  });
}

function ComparisonText({
  comparison,
  reach,
}: {
  comparison: Comparison;
  reach: readonly FieldDefinition[];
}) {
  const { op, value } = comparison;
  const field = reach.find(({ id }) => id === comparison.field);
  return (
    <FormattedMessage
      id={`form_logic.condition_${op}`}
      values={{
        field: field ? (
          <strong dir="auto">{field.label}</strong>
        ) : (
          <Gone>
            <FormattedMessage id="form_logic.gone_field" />
          </Gone>
        ),
        value: <ValueText field={field} value={value} />,
      }}
    />
  );
}

function ValueText({ field, value }: { field: FieldDefinition | undefined; value: unknown }) {
  const formatNumber = useNumberFormat();
  if (value === undefined) return null;
  if (typeof value === 'number') return <strong>{formatNumber(value)}</strong>;
  const text = String(value);
  if (!field || !isChoice(field)) return <strong dir="auto">{text}</strong>;
  const option = field.options?.find(({ id }) => id === text);
  if (option) return <strong dir="auto">{option.label}</strong>;
  return (
    <Gone>
      <FormattedMessage id="form_logic.gone_option" />
    </Gone>
  );
}
