import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { FormulaExamples } from '#components/fields/FormulaExamples.tsx';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { TextAreaField } from '#components/ui/Field.tsx';
import { color, radius, space } from '#styles/tokens.ts';
import { type LogicPlace, propose, ruleLocations } from './logic-rules.ts';

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};

  textarea {
    font-family: ui-monospace, SFMono-Regular, Menlo, monospace;
    font-size: 13px;
  }
`;

const Help = styled.details`
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};

  > summary {
    font-weight: 500;
    cursor: pointer;
  }

  p {
    margin-top: ${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }
`;

const Foot = styled.div`
  display: flex;
  gap: ${space(2)};
  margin-top: ${space(2)};
`;

/** The computed fields, and their formulas. */
export function FormulaList() {
  const intl = useIntl();
  const { content } = useDraft();
  const computed = ruleLocations(content).filter(({ field }) => field?.formula !== undefined);
  return (
    <>
      {computed.length === 0 ? (
        <EmptyState title={<FormattedMessage id="form_logic.no_formulas" />} />
      ) : (
        <List>
          {computed.map((place) => (
            <li key={place.target.id}>
              <FormulaEditor key={place.field?.formula} place={place} />
            </li>
          ))}
        </List>
      )}
      <Help>
        <summary>
          <FormattedMessage id="form_logic.formula_help" />
        </summary>
        <p>
          <FormattedMessage id="form_logic.formula_help_text" />
        </p>
        <FormulaExamples label={intl.formatMessage({ id: 'form_logic.formula_help' })} />
      </Help>
    </>
  );
}

function FormulaEditor({ place }: { place: LogicPlace }) {
  const intl = useIntl();
  const draft = useDraft();
  const saved = place.field?.formula ?? '';
  const [typed, setTyped] = useState(saved);
  const [problem, setProblem] = useState<string | null>(null);
  const save = () => {
    const proposal = propose(draft.content, place.target, 'formula', typed);
    if (!proposal.ok) return setProblem(proposal.problems.join(' '));
    draft.change(() => proposal.content, intl.formatMessage({ id: 'form_logic.did_formula' }));
  };
  return (
    <>
      <TextAreaField
        label={<bdi>{place.label}</bdi>}
        required
        error={problem}
        dir="ltr"
        rows={2}
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
      />
      {typed !== saved && (
        <Foot>
          <Button size="small" variant="primary" onClick={save}>
            <FormattedMessage id="form_logic.save" />
          </Button>
          <Button
            size="small"
            onClick={() => {
              setTyped(saved);
              setProblem(null);
            }}
          >
            <FormattedMessage id="action.cancel" />
          </Button>
        </Foot>
      )}
    </>
  );
}
