import { CircleCheck, Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { OPTION_COLORS } from '#lib/fields/option-colors.ts';
import { color, space } from '#styles/tokens.ts';
import { MoveButtons } from './MoveButtons.tsx';
import { newOption, type OptionDraft, withLines } from './option-list.ts';
import { optionSwatch } from './option-look.ts';

const Box = styled.fieldset`
  display: grid;
  gap: ${space(2)};

  > legend {
    margin-bottom: ${space(2)};
    font-size: 13px;
    font-weight: 500;
  }

  ul {
    display: grid;
    gap: ${space(2)};
    list-style: none;
  }
`;

const Line = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};

  ${optionSwatch('> select')}

  > input {
    flex: 1 1 180px;
    width: auto;
    min-width: 0;
  }

  > div {
    display: flex;
    margin-inline-start: auto;
  }

  button[aria-pressed='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  > [role='alert'] {
    flex-basis: 100%;
  }
`;

const Wrong = styled.p`
  color: ${color('error')};
  font-size: 13px;
`;

type OptionListProps = {
  options: readonly OptionDraft[];
  /** The ids of the options that new rows have. */
  defaults: readonly string[];
  /** The problem of all of them, and by their places. */
  problem: string | undefined;
  problems: ReadonlyMap<number, string>;
  onChange: (options: OptionDraft[]) => void;
  /** Makes an option one that new rows have, or takes that away. */
  onDefault: (id: string) => void;
};

/** The options of a choice: their texts, colours and order, and which of them new rows have. */
export function OptionList({ options, defaults, problem, problems, onChange, onDefault }: OptionListProps) {
  const intl = useIntl();
  const list = useRef<HTMLUListElement>(null);
  /** The option whose text is to be focused once it is there. */
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    list.current?.querySelectorAll<HTMLInputElement>('li > input')[next.current]?.focus();
    next.current = null;
  });
  const change = (at: number, part: Partial<OptionDraft>) =>
    onChange(options.map((option, place) => (place === at ? { ...option, ...part } : option)));
  const add = (at: number) => {
    next.current = at;
    onChange(options.toSpliced(at, 0, newOption()));
  };
  const remove = (at: number) => {
    next.current = Math.max(0, Math.min(at, options.length - 2));
    onChange(options.toSpliced(at, 1));
  };
  const move = (at: number, to: number) => {
    const option = options[at];
    if (option) onChange(options.toSpliced(at, 1).toSpliced(to, 0, option));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (options[at]?.label.trim() !== '') add(at + 1);
    }
    if (event.key === 'Backspace' && event.currentTarget.value === '' && options.length > 1) {
      event.preventDefault();
      remove(at);
      next.current = Math.max(0, at - 1);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, at: number) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/\n/.test(text.trim()) || event.currentTarget.value.trim() !== '') return;
    event.preventDefault();
    onChange(withLines(options, at, text));
  };
  return (
    <Box>
      <legend>
        <FormattedMessage id="table.column_options" />
      </legend>
      {problem && <Wrong role="alert">{problem}</Wrong>}
      <ul ref={list}>
        {options.map((option, at) => {
          const name = option.label.trim() || intl.formatMessage({ id: 'table.option' }, { number: at + 1 });
          const isDefault = defaults.includes(option.id);
          return (
            <Line key={option.id}>
              <select
                aria-label={intl.formatMessage({ id: 'table.option_color' }, { name })}
                title={intl.formatMessage({ id: 'table.color' })}
                data-color={option.color ?? undefined}
                value={option.color ?? ''}
                onChange={({ target }) =>
                  change(at, { color: OPTION_COLORS.find((one) => one === target.value) ?? null })
                }
              >
                <option value="">{intl.formatMessage({ id: 'table.option_no_color' })}</option>
                {OPTION_COLORS.map((one) => (
                  <option key={one} value={one}>
                    {intl.formatMessage({ id: `table.color_${one}` })}
                  </option>
                ))}
              </select>
              <Input
                aria-label={intl.formatMessage({ id: 'table.option' }, { number: at + 1 })}
                aria-invalid={problems.has(at) || undefined}
                value={option.label}
                dir="auto"
                autoComplete="off"
                enterKeyHint="next"
                onChange={({ target }) => change(at, { label: target.value })}
                onKeyDown={(event) => onKeyDown(event, at)}
                onPaste={(event) => onPaste(event, at)}
              />
              <div>
                <IconButton
                  icon={CircleCheck}
                  aria-pressed={isDefault}
                  label={intl.formatMessage({ id: 'table.option_default' }, { name })}
                  onClick={() => onDefault(option.id)}
                />
                <MoveButtons name={name} at={at} count={options.length} onMove={(to) => move(at, to)} />
                <IconButton
                  icon={Trash2}
                  label={intl.formatMessage({ id: 'table.inner_remove' }, { name })}
                  onClick={() => remove(at)}
                />
              </div>
              {problems.has(at) && <Wrong role="alert">{problems.get(at)}</Wrong>}
            </Line>
          );
        })}
      </ul>
      <div>
        <Button size="small" icon={Plus} onClick={() => add(options.length)}>
          <FormattedMessage id="table.option_add" />
        </Button>
      </div>
    </Box>
  );
}
