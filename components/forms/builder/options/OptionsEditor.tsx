import { ListPlus, Plus, Table2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { ErrorText, PanelSection, Switch } from '#components/forms/builder/panel/panel.tsx';
import { useFieldChange } from '#components/forms/builder/panel/use-field-change.ts';
import { Button } from '#components/ui/Button.tsx';
import { lazyDialog, lazyQuietComponent } from '#components/ui/lazy-component.tsx';
import { type FieldDefinition, OPTIONS_MAX } from '#lib/fields/definition.ts';
import { color } from '#styles/tokens.ts';
import { OptionLine } from './OptionLine.tsx';
import { OptionsAsLines } from './OptionsAsLines.tsx';
import { OptionsFooter } from './options-footer.ts';
import { optionsFromText } from './options-text.ts';
import { useOptionActions } from './use-option-actions.ts';
import { useOptionSource } from './use-option-source.ts';

const OptionsFromTable = lazyDialog(() =>
  import('./OptionsFromTable.tsx').then((file) => file.OptionsFromTable),
);

const NewOptions = lazyQuietComponent(() => import('./NewOptions.tsx').then((file) => file.NewOptions));

/** Maximum number of options with a field each; more are edited as text. */
const SHOWN = 60;

const List = styled.ol`
  display: grid;
  gap: 6px;
  padding: 0;
  list-style: none;
`;

const Count = styled.span`
  color: ${color('quiet')};
  font-weight: 400;
`;

/** The options of a choice: one by one, or all as lines of text. */
export function OptionsEditor({ field }: { field: FieldDefinition }) {
  const intl = useIntl();
  const set = useFieldChange(field);
  const problem = useProblem('field', field.id);
  const [isAsLines, setIsAsLines] = useState(false);
  const [isTaking, setIsTaking] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const box = useRef<HTMLElement>(null);
  const options = field.options ?? [];
  const { change, actions } = useOptionActions(field, list);
  const { source, saveSource } = useOptionSource(field);

  /** Switches to the text or back, and focuses the control to continue with. */
  const showLines = (shown: boolean) => {
    setIsAsLines(shown);
    const wanted = shown ? 'textarea' : '[data-as-lines]';
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(wanted)?.focus());
  };

  return (
    <PanelSection ref={box} data-part="options">
      <h3>
        <FormattedMessage id="builder.options" /> <Count>{intl.formatNumber(options.length)}</Count>
      </h3>
      {isAsLines ? (
        <OptionsAsLines
          options={options}
          onUse={(lines) => {
            change((all) => optionsFromText(lines, all));
            showLines(false);
          }}
          onCancel={() => showLines(false)}
        />
      ) : (
        <>
          <List ref={list}>
            {options.slice(0, SHOWN).map((option, at) => (
              <OptionLine
                key={option.id}
                option={option}
                at={at}
                count={options.length}
                error={problem(`options[${at}]`)}
                actions={actions}
              />
            ))}
          </List>
          {options.length > SHOWN && (
            <p>
              <FormattedMessage id="builder.more_options" values={{ count: options.length - SHOWN }} />
            </p>
          )}
          {source && <NewOptions source={source} options={options} onTake={(next) => change(() => next)} />}
          {problem('options') && <ErrorText>{problem('options')}</ErrorText>}
          <OptionsFooter>
            <Button
              size="small"
              icon={Plus}
              disabled={options.length >= OPTIONS_MAX}
              onClick={() => actions.addAfter(options.length - 1)}
            >
              <FormattedMessage id="builder.add_option" />
            </Button>
            <Button size="small" icon={ListPlus} data-as-lines onClick={() => showLines(true)}>
              <FormattedMessage id="builder.as_lines" />
            </Button>
            <Button size="small" icon={Table2} onClick={() => setIsTaking(true)}>
              <FormattedMessage id="builder.from_table" />
            </Button>
          </OptionsFooter>
        </>
      )}
      {isTaking && (
        <OptionsFromTable
          before={options}
          onTake={(next, from) => {
            change(() => next);
            saveSource(from);
          }}
          onClose={() => setIsTaking(false)}
        />
      )}
      <Switch
        label={<FormattedMessage id="builder.allow_other" />}
        checked={field.allow_other === true}
        onChange={(allowed) =>
          set(({ allow_other: _, ...rest }) => ({ ...rest, ...(allowed ? { allow_other: true } : {}) }))
        }
      />
    </PanelSection>
  );
}
