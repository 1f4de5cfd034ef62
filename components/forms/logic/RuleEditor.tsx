import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ConditionEditor } from '#components/fields/ConditionEditor.tsx';
import { conditionOf, draftOf, parseGroupDraft } from '#components/fields/condition-draft.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { Condition } from '#lib/fields/definition.ts';
import { space } from '#styles/tokens.ts';
import { type LogicPlace, placeKey, propose, type RulePart } from './logic-rules.ts';
import { PlaceName } from './PlaceName.tsx';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  padding: ${space(1)} ${space(2)} ${space(1)} 0;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

type RuleEditorProps = {
  place: LogicPlace;
  part: RulePart;
  /** The key under which it is stored while it is unfinished. */
  slot: string;
  /** The condition to edit; a new one without it. */
  condition?: Condition;
  onClose: () => void;
  onDone: () => void;
};

/** Edits a rule separately from the draft: only a valid rule is added to the draft. */
export function RuleEditor({ place, part, slot, condition, onClose, onDone }: RuleEditorProps) {
  const intl = useIntl();
  const draft = useDraft();
  const [group, setGroup] = useState(
    () => parseGroupDraft(draft.unfinished[slot]?.group) ?? draftOf(condition),
  );
  const [problems, setProblems] = useState<string[]>([]);

  const save = () => {
    const proposal = propose(draft.content, place.target, part, conditionOf(group));
    if (!proposal.ok) return setProblems(proposal.problems);
    draft.change(() => proposal.content, intl.formatMessage({ id: 'form_logic.did_change' }));
    draft.setUnfinished(slot, null);
    onDone();
  };

  return (
    <Parts>
      <p>
        <FormattedMessage
          id={
            place.target.kind === 'page'
              ? 'form_logic.when_page'
              : part === 'visible_if'
                ? 'form_logic.when_shown'
                : 'form_logic.when_required'
          }
          values={{ name: <PlaceName place={place} /> }}
        />
      </p>
      {place.availableFields.length === 0 ? (
        <Notice>
          <FormattedMessage id="form_logic.nothing_to_ask" />
        </Notice>
      ) : (
        <ConditionEditor
          group={group}
          availableFields={place.availableFields}
          onChange={(changed) => {
            setGroup(changed);
            draft.setUnfinished(slot, { about: placeKey(place), part, group: changed });
            setProblems([]);
          }}
        />
      )}
      {problems.length > 0 && (
        <Notice tone="error">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      <Foot>
        <Button variant="primary" onClick={save} disabled={place.availableFields.length === 0}>
          <FormattedMessage id="form_logic.save" />
        </Button>
        <Button
          onClick={() => {
            draft.setUnfinished(slot, null);
            onClose();
          }}
        >
          <FormattedMessage id="action.cancel" />
        </Button>
      </Foot>
    </Parts>
  );
}
