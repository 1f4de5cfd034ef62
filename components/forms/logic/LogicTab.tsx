import { GitBranch, Plus, Sigma } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { useSelection } from '#components/forms/draft/selection-context.ts';
import { NEW_RULE } from '#components/forms/draft/unfinished-rule.ts';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { Section, Sections } from '#components/ui/Section.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { space } from '#styles/tokens.ts';
import { FormulaList } from './FormulaList.tsx';
import { hasMissing, missingReferences, placeKey, rulesOf } from './logic-rules.ts';
import { NewRule } from './NewRule.tsx';
import { RuleCard } from './RuleCard.tsx';

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
`;

const Foot = styled.div`
  display: flex;
`;

const Heading = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
`;

/** The conditions of fields and pages as sentences; and the computed fields. */
export function LogicTab() {
  const intl = useIntl();
  const { content, unfinished, setUnfinished } = useDraft();
  const [isAdding, setAdding] = useState(false);
  const adding = isAdding || unfinished[NEW_RULE] !== undefined;
  const [announced, setAnnounced] = useState('');
  const add = useRef<HTMLButtonElement>(null);
  const rules = rulesOf(content);
  const broken = rules.filter(({ condition, availableFields }) =>
    hasMissing(missingReferences(condition, availableFields)),
  ).length;
  const { selected, takeFocus } = useSelection();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const part = takeFocus('logic');
    if (part === null || !box.current) return;
    const slot = selected.kind === 'form' ? null : `${selected.kind} ${selected.id} ${part.split(/[.[]/)[0]}`;
    const card = slot === null ? '[data-unfinished]' : `[data-rule="${CSS.escape(slot)}"]`;
    const control = box.current.querySelector<HTMLElement>(`${card} :is(select, input, button)`);
    control?.focus();
    control?.scrollIntoView({ block: 'center' });
  }, [selected, takeFocus]);
  const known = new Set(rules.map((rule) => `${placeKey(rule)} ${rule.part}`));
  const orphans = Object.keys(unfinished).filter((slot) => slot !== NEW_RULE && !known.has(slot));
  const close = () => {
    setAdding(false);
    requestAnimationFrame(() => add.current?.focus());
  };
  return (
    <Sections ref={box}>
      {orphans.length > 0 && (
        <Notice tone="warning">
          <FormattedMessage id="form_logic.orphans" values={{ count: orphans.length }} />{' '}
          <Button variant="link" onClick={() => orphans.forEach((slot) => void setUnfinished(slot, null))}>
            <FormattedMessage id="form_logic.orphans_drop" />
          </Button>
        </Notice>
      )}
      {broken > 0 && (
        <Notice tone="warning">
          <FormattedMessage id="form_logic.broken" values={{ count: broken }} />
        </Notice>
      )}
      <Section
        title={
          <Heading>
            <GitBranch aria-hidden size={17} strokeWidth={1.75} />
            <FormattedMessage id="form_logic.title" />
          </Heading>
        }
        text={<FormattedMessage id="form_logic.text" />}
      >
        {rules.length === 0 && !adding && (
          <EmptyState
            title={<FormattedMessage id="form_logic.empty" />}
            text={<FormattedMessage id="form_logic.empty_text" />}
          />
        )}
        {rules.length > 0 && (
          <List aria-label={intl.formatMessage({ id: 'form_logic.title' })}>
            {rules.map((rule) => (
              <RuleCard
                key={`${rule.target.kind} ${rule.target.id} ${rule.part}`}
                rule={rule}
                announce={setAnnounced}
              />
            ))}
          </List>
        )}
        {adding ? (
          <NewRule onClose={close} announce={setAnnounced} />
        ) : (
          <Foot>
            <Button ref={add} icon={Plus} onClick={() => setAdding(true)}>
              <FormattedMessage id="form_logic.add" />
            </Button>
          </Foot>
        )}
        <VisuallyHidden as="div" role="status">
          {announced}
        </VisuallyHidden>
      </Section>
      <Section
        title={
          <Heading>
            <Sigma aria-hidden size={17} strokeWidth={1.75} />
            <FormattedMessage id="form_logic.formulas" />
          </Heading>
        }
        text={<FormattedMessage id="form_logic.formulas_text" />}
      >
        <FormulaList />
      </Section>
    </Sections>
  );
}
