import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type ClipboardEvent, memo } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { type Option, TEXT_LIMITS } from '#lib/fields/definition.ts';
import type { OptionActions } from './use-option-actions.ts';

const Line = styled.li`
  display: flex;
  align-items: center;
`;

type OptionLineProps = {
  option: Option;
  at: number;
  count: number;
  error: string | undefined;
  actions: OptionActions;
};

/** An option: its label, its place, and its removal. */
export const OptionLine = memo(function OptionLine({ option, at, count, error, actions }: OptionLineProps) {
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
