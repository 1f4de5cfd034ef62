import { GitBranch, Plus, Sigma } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/builder/draft-context.ts';
import { NEW_RULE } from '#components/builder/unfinished-rule.ts';
import { Button } from '#components/common/Button.tsx';
import { EmptyState } from '#components/common/EmptyState.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { VisuallyHidden } from '#components/common/VisuallyHidden.tsx';
import { Section, Sections } from '#components/settings/Section.tsx';
import { space } from '#styles/tokens.ts';
import { FormulaList } from './FormulaList.tsx';
import { hasMissing, missingIn, rulesOf } from './logic-rules.ts';
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

/** When fields and pages are shown and must be answered, as sentences; and what is worked out. */
export function LogicTab() {
  const intl = useIntl();
  const { content, unfinished } = useDraft();
  const [isAsked, setAdding] = useState(false);
  const adding = isAsked || unfinished[NEW_RULE] !== undefined;
  const [said, setSaid] = useState('');
  const add = useRef<HTMLButtonElement>(null);
  const rules = rulesOf(content);
  const broken = rules.filter(({ condition, reach }) => hasMissing(missingIn(condition, reach))).length;
  const close = () => {
    setAdding(false);
    requestAnimationFrame(() => add.current?.focus());
  };
  return (
    <Sections>
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
                say={setSaid}
              />
            ))}
          </List>
        )}
        {adding ? (
          <NewRule onClose={close} say={setSaid} />
        ) : (
          <Foot>
            <Button ref={add} icon={Plus} onClick={() => setAdding(true)}>
              <FormattedMessage id="form_logic.add" />
            </Button>
          </Foot>
        )}
        <VisuallyHidden as="div" role="status">
          {said}
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
