import { GitBranch } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import { useSelection } from '#components/forms/draft/selection-context.ts';
import { ConditionText } from '#components/forms/logic/ConditionText.tsx';
import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Line = styled.button`
  position: relative;
  z-index: 2;
  display: flex;
  gap: ${space(2)};
  align-items: flex-start;
  width: fit-content;
  max-width: 100%;
  padding: 2px ${space(1)};
  border: 0;
  border-radius: ${radius('chip')};
  background: none;
  color: ${color('primaryText')};
  font-size: 13px;
  text-align: start;
  cursor: pointer;

  &:hover {
    background: ${color('hover')};
  }

  > svg {
    flex: none;
    margin-top: 3px;
  }

  > span {
    display: -webkit-box;
    min-width: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
`;

type ConditionSummaryProps = {
  kind: 'field' | 'page';
  id: string;
  visible: Condition | undefined;
  required?: Condition | undefined;
};

/** The conditions for showing and requiring a field or page, as text; a click opens the rule. */
export function ConditionSummary({ kind, id, visible, required }: ConditionSummaryProps) {
  return (
    <>
      {visible && <ConditionLine kind={kind} id={id} part="visible_if" condition={visible} />}
      {required && <ConditionLine kind={kind} id={id} part="required_if" condition={required} />}
    </>
  );
}

type ConditionLineProps = Pick<ConditionSummaryProps, 'kind' | 'id'> & {
  part: 'visible_if' | 'required_if';
  condition: Condition;
};

function ConditionLine({ kind, id, part, condition }: ConditionLineProps) {
  const intl = useIntl();
  const { content } = useDraft();
  const { goTo } = useSelection();
  const found = kind === 'field' ? findField(content.fields, id) : null;
  const reach: FieldDefinition[] = [
    ...(found?.beside ?? content.fields),
    ...(found?.around ?? []).flatMap((group) => findField(content.fields, group.id)?.beside ?? []),
  ];
  return (
    <Line
      type="button"
      title={intl.formatMessage({ id: 'builder.to_rule' })}
      onClick={() => goTo({ kind, id, part })}
    >
      <GitBranch aria-hidden size={14} strokeWidth={1.75} />
      <span>
        <FormattedMessage
          id={part === 'visible_if' ? 'builder.shown_if' : 'builder.required_if'}
          values={{ condition: <ConditionText condition={condition} availableFields={reach} /> }}
        />
      </span>
    </Line>
  );
}
