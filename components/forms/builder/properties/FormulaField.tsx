import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { FormulaExamples } from '#components/fields/FormulaExamples.tsx';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { HintText, PanelSection, Switch } from '#components/forms/builder/panel/panel.tsx';
import { useFieldChange, withText } from '#components/forms/builder/panel/use-field-change.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextAreaField } from '#components/ui/Field.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishDefinitionProblem } from '#lib/fields/english-definition-problem.ts';
import { FORMULA_MAX } from '#lib/fields/formula-parser.ts';
import { formulaProblem } from '#lib/fields/read-conditions.ts';
import { space } from '#styles/tokens.ts';

/** Maximum number of names that are suggested. */
const OFFERED = 12;

const Names = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};

  button {
    max-width: 100%;
    overflow: hidden;
  }
`;

type FormulaFieldProps = { field: FieldDefinition; beside: FieldDefinition[]; around: FieldDefinition[] };

/** The editor of a formula; its problems are shown while it is typed. */
export function FormulaField({ field, beside, around }: FormulaFieldProps) {
  const intl = useIntl();
  const { content } = useDraft();
  const set = useFieldChange(field);
  const problem = useProblem('field', field.id);
  const isComputed = field.formula !== undefined;
  const reach = [
    beside,
    ...around
      .slice(0, -1)
      .map((group) => group.fields ?? [])
      .reverse(),
    content.fields,
  ];
  const ownProblem = field.formula ? formulaProblem(field.formula, field, reach) : null;
  const others = beside.filter(({ id, type }) => id !== field.id && !['file', 'json', 'form'].includes(type));
  return (
    <PanelSection data-part="formula">
      <Switch
        label={<FormattedMessage id="builder.is_computed" />}
        help={<FormattedMessage id="builder.is_computed_help" />}
        checked={isComputed}
        onChange={(on) =>
          set((one) => {
            const { default: _, ...rest } = one;
            return on ? { ...rest, formula: '""' } : withText(one, 'formula', '');
          })
        }
      />
      {isComputed && (
        <>
          <TextAreaField
            required
            rows={3}
            spellCheck={false}
            maxLength={FORMULA_MAX}
            label={<FormattedMessage id="builder.formula" />}
            value={field.formula ?? ''}
            error={ownProblem ? englishDefinitionProblem(ownProblem) : problem('formula')}
            onChange={({ target }) => set((one) => ({ ...one, formula: target.value }), 'formula')}
          />
          <Names>
            {others.slice(0, OFFERED).map(({ id, name, label }) => (
              <Button
                key={id}
                size="small"
                title={label}
                onClick={() => set((one) => ({ ...one, formula: withField(one.formula, name) }))}
              >
                {`{${name}}`}
              </Button>
            ))}
          </Names>
          <HintText>
            <FormattedMessage id="builder.formula_help" />
          </HintText>
          <details>
            <summary>
              <FormattedMessage id="builder.formula_functions" />
            </summary>
            <FormulaExamples label={intl.formatMessage({ id: 'builder.formula_functions' })} />
          </details>
        </>
      )}
    </PanelSection>
  );
}

/** A formula with one more field at its end. */
function withField(formula: string | undefined, name: string): string {
  return formula === undefined || formula === '""' ? `{${name}}` : `${formula}{${name}}`;
}
