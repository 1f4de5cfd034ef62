import { ArrowDown, ArrowUp, ListPlus, Plus, Table2, X } from 'lucide-react';
import { type ClipboardEvent, memo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { ErrorText, PanelSection, Switch } from '#components/forms/builder/panel/panel.tsx';
import { useFieldChange } from '#components/forms/builder/panel/use-field-change.ts';
import { newId } from '#components/forms/draft/fields-in-draft.ts';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { TextAreaField } from '#components/ui/Field.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { type FieldDefinition, OPTIONS_MAX, type Option, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { color, space } from '#styles/tokens.ts';
import { optionsFromText, optionsToText } from './options-text.ts';

const OptionsFromTable = lazyDialog(() =>
  import('./OptionsFromTable.tsx').then((file) => file.OptionsFromTable),
);

/** Maximum number of options with a field each; more are edited as text. */
const SHOWN = 60;

const List = styled.ol`
  display: grid;
  gap: 6px;
  padding: 0;
  list-style: none;
`;

const Line = styled.li`
  display: flex;
  align-items: center;
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
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

  const change = (how: (options: Option[]) => Option[], part?: string) =>
    set((one) => {
      const next = how(one.options ?? []);
      // A default that is no longer an option could not be saved.
      const ids = new Set(next.map(({ id }) => id));
      const { default: value, ...rest } = one;
      const isThere = Array.isArray(value) ? value.every((id) => ids.has(id)) : ids.has(String(value));
      return { ...rest, options: next, ...(value !== undefined && isThere ? { default: value } : {}) };
    }, part);
  const focusAt = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus());

  /** Switches to the text or back, and focuses the control to continue with. */
  const showLines = (shown: boolean) => {
    setIsAsLines(shown);
    const wanted = shown ? 'textarea' : '[data-as-lines]';
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(wanted)?.focus());
  };

  const acts: LineActs = {
    relabel: (id, label) =>
      change((all) => all.map((one) => (one.id === id ? { ...one, label } : one)), `options.${id}`),
    move: (at, step) => {
      change((all) => {
        const option = all[at];
        return option ? all.toSpliced(at, 1).toSpliced(at + step, 0, option) : all;
      });
      focusAt(at + step);
    },
    remove: (id, at) => {
      change((all) => all.filter((one) => one.id !== id));
      focusAt(Math.max(0, at - 1));
    },
    addAfter: (at) => {
      if (options.length >= OPTIONS_MAX) return;
      const label = intl.formatMessage({ id: 'builder.option' }, { number: options.length + 1 });
      change((all) => all.toSpliced(at + 1, 0, { id: newId('o'), label }));
      requestAnimationFrame(() => list.current?.querySelectorAll('input')[at + 1]?.select());
    },
    pasteAt: (at, lines) =>
      change((all) => {
        const [first = '', ...rest] = lines;
        const changed = all.map((one, place) => (place === at ? { ...one, label: first } : one));
        const added = rest.map((label) => ({ id: newId('o'), label }));
        return changed.toSpliced(at + 1, 0, ...added).slice(0, OPTIONS_MAX);
      }),
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
                actions={acts}
              />
            ))}
          </List>
          {options.length > SHOWN && (
            <p>
              <FormattedMessage id="builder.more_options" values={{ count: options.length - SHOWN }} />
            </p>
          )}
          {problem('options') && <ErrorText>{problem('options')}</ErrorText>}
          <Acts>
            <Button
              size="small"
              icon={Plus}
              disabled={options.length >= OPTIONS_MAX}
              onClick={() => acts.addAfter(options.length - 1)}
            >
              <FormattedMessage id="builder.add_option" />
            </Button>
            <Button size="small" icon={ListPlus} data-as-lines onClick={() => showLines(true)}>
              <FormattedMessage id="builder.as_lines" />
            </Button>
            <Button size="small" icon={Table2} onClick={() => setIsTaking(true)}>
              <FormattedMessage id="builder.from_table" />
            </Button>
          </Acts>
        </>
      )}
      {isTaking && (
        <OptionsFromTable
          before={options}
          onTake={(next) => change(() => next)}
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

type OptionsAsLinesProps = {
  options: readonly Option[];
  onUse: (lines: string) => void;
  onCancel: () => void;
};

/** All options as lines of one text. */
function OptionsAsLines({ options, onUse, onCancel }: OptionsAsLinesProps) {
  const [lines, setLines] = useState(() => optionsToText(options));
  return (
    <>
      <TextAreaField
        required
        dir="auto"
        rows={10}
        label={<FormattedMessage id="builder.lines" />}
        help={<FormattedMessage id="builder.lines_help" values={{ max: OPTIONS_MAX }} />}
        value={lines}
        onChange={({ target }) => setLines(target.value)}
      />
      <Acts>
        <Button size="small" variant="primary" disabled={lines.trim() === ''} onClick={() => onUse(lines)}>
          <FormattedMessage id="builder.use_lines" />
        </Button>
        <Button size="small" onClick={onCancel}>
          <FormattedMessage id="action.cancel" />
        </Button>
      </Acts>
    </>
  );
}

type LineActs = {
  relabel: (id: string, label: string) => void;
  move: (at: number, step: -1 | 1) => void;
  remove: (id: string, at: number) => void;
  addAfter: (at: number) => void;
  pasteAt: (at: number, lines: string[]) => void;
};

type OptionLineProps = {
  option: Option;
  at: number;
  count: number;
  error: string | undefined;
  actions: LineActs;
};

const OptionLine = memo(function OptionLine({ option, at, count, error, actions }: OptionLineProps) {
  const intl = useIntl();
  const number = at + 1;
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    actions.pasteAt(at, lines);
  };
  return (
    <Line data-part={`options[${at}]`}>
      <Input
        dir="auto"
        maxLength={TEXT_LIMITS.option}
        aria-label={intl.formatMessage({ id: 'builder.option' }, { number })}
        aria-invalid={error ? true : undefined}
        title={error}
        value={option.label}
        onChange={({ target }) => actions.relabel(option.id, target.value)}
        onPaste={paste}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            actions.addAfter(at);
          } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            event.preventDefault();
            const step = event.key === 'ArrowUp' ? -1 : 1;
            if (at + step >= 0 && at + step < count) actions.move(at, step);
          }
        }}
      />
      <IconButton
        icon={ArrowUp}
        size="small"
        disabled={at === 0}
        label={intl.formatMessage({ id: 'builder.option_up' }, { number })}
        onClick={() => actions.move(at, -1)}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        disabled={at === count - 1}
        label={intl.formatMessage({ id: 'builder.option_down' }, { number })}
        onClick={() => actions.move(at, 1)}
      />
      <IconButton
        icon={X}
        size="small"
        disabled={count === 1}
        label={intl.formatMessage({ id: 'builder.option_remove' }, { number })}
        onClick={() => actions.remove(option.id, at)}
      />
    </Line>
  );
});
