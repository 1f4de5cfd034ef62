import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Badge } from '#components/ui/Badge.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { color, radius, space } from '#styles/tokens.ts';
import { ConditionText } from './ConditionText.tsx';
import { hasMissing, type LogicRule, missingReferences, placeKey, propose } from './logic-rules.ts';
import { PlaceName } from './PlaceName.tsx';
import { RuleEditor } from './RuleEditor.tsx';

const Card = styled.li`
  min-width: 0;
  padding: ${space(3)} ${space(2)} ${space(3)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
`;

const Line = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(2)};

  > div:first-child {
    flex: 1;
    min-width: 0;
    padding-top: ${space(2)};
    overflow-wrap: anywhere;
  }
`;

const Acts = styled.div`
  display: flex;
  flex: none;
`;

const sentence = (rule: LogicRule) =>
  rule.target.kind === 'page'
    ? ('form_logic.shows_page' as const)
    : rule.part === 'visible_if'
      ? ('form_logic.shows' as const)
      : ('form_logic.requires' as const);

/** A rule as a sentence, which can be edited and removed. */
export function RuleCard({ rule, announce }: { rule: LogicRule; announce: (message: string) => void }) {
  const intl = useIntl();
  const draft = useDraft();
  const slot = `${placeKey(rule)} ${rule.part}`;
  const [editing, setEditing] = useState(() => draft.unfinished[slot] !== undefined);
  const edit = useRef<HTMLButtonElement>(null);
  const isBroken = hasMissing(missingReferences(rule.condition, rule.availableFields));
  const name = rule.label ?? intl.formatMessage({ id: 'form_logic.page' }, { number: rule.number });

  const remove = () => {
    const proposal = propose(draft.content, rule.target, rule.part, undefined);
    if (proposal.ok)
      draft.change(() => proposal.content, intl.formatMessage({ id: 'form_logic.did_remove' }));
    announce(intl.formatMessage({ id: 'form_logic.removed' }, { name }));
  };
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };

  return (
    <Card data-rule={slot} data-unfinished={draft.unfinished[slot] ? true : undefined}>
      {editing ? (
        <RuleEditor
          place={rule}
          part={rule.part}
          slot={slot}
          condition={rule.condition}
          onClose={close}
          onDone={() => {
            close();
            announce(intl.formatMessage({ id: 'form_logic.saved' }, { name }));
          }}
        />
      ) : (
        <Line>
          <div>
            <FormattedMessage
              id={sentence(rule)}
              values={{
                name: <PlaceName place={rule} />,
                condition: (
                  <ConditionText condition={rule.condition} availableFields={rule.availableFields} />
                ),
              }}
            />
            {isBroken && (
              <>
                {' '}
                <Badge tone="warning">
                  <FormattedMessage id="form_logic.asks_gone" />
                </Badge>
              </>
            )}
          </div>
          <Acts>
            <IconButton
              ref={edit}
              icon={Pencil}
              label={intl.formatMessage({ id: 'form_logic.edit' }, { name })}
              onClick={() => setEditing(true)}
            />
            <IconButton
              icon={Trash2}
              label={intl.formatMessage({ id: 'form_logic.remove' }, { name })}
              onClick={remove}
            />
          </Acts>
        </Line>
      )}
    </Card>
  );
}
