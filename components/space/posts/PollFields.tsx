import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import type { Poll } from '#lib/contract/poll.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { space } from '#styles/tokens.ts';
import { PollBox } from './poll-box.ts';

/** As the contract has it; its schemas would come to the browser with it. */
const OPTIONS_MIN = 2;
const OPTIONS_MAX = 20;
const OPTION_MAX = 200;

/** `closes`: a time of the writer's clock, as `datetime-local` has it; empty for none. */
export type PollDraft = { options: { id: string; text: string }[]; multiple: boolean; closes: string };
export type PollProblem = 'poll.incomplete' | 'poll.closes_past';

let made = 0;
const emptyOption = () => {
  made += 1;
  return { id: `option-${made}`, text: '' };
};
export const newPoll = (): PollDraft => ({
  options: [emptyOption(), emptyOption()],
  multiple: false,
  closes: '',
});

/** A poll that was stored as a draft; null where there is none, or it was damaged. */
export function storedPoll(stored: unknown): PollDraft | null {
  if (!isRecord(stored) || !Array.isArray(stored.options)) return null;
  const texts = stored.options.map((option: unknown) => (isRecord(option) ? option.text : undefined));
  if (!texts.every((text) => typeof text === 'string') || texts.length < OPTIONS_MIN) return null;
  return {
    options: texts.slice(0, OPTIONS_MAX).map((text) => ({ ...emptyOption(), text })),
    multiple: stored.multiple === true,
    closes: typeof stored.closes === 'string' ? stored.closes : '',
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A poll that nobody has voted in, to be corrected. */
export function draftOfPoll({
  options,
  multiple,
  closes_at,
}: Pick<Poll, 'options' | 'multiple' | 'closes_at'>): PollDraft {
  const time = closes_at === null ? null : new Date(closes_at);
  const day = time && [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-');
  return {
    options: options.map(({ text }) => ({ ...emptyOption(), text })),
    multiple,
    closes: time ? `${day}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}` : '',
  };
}

type PollRequest = { options: string[]; multiple: boolean; closes_at?: string };

/** What is sent of a poll: its options without the empty ones; the problem where these are too few, or not different, or it closes before it begins. */
export function pollRequest(
  { options, multiple, closes }: PollDraft,
  now: number,
): PollRequest | PollProblem {
  const texts = options.map(({ text }) => text.trim()).filter((text) => text !== '');
  if (texts.length < OPTIONS_MIN || new Set(texts).size !== texts.length) return 'poll.incomplete';
  if (closes === '') return { options: texts, multiple };
  const time = new Date(closes);
  if (!(time.getTime() > now)) return 'poll.closes_past';
  return { options: texts, multiple, closes_at: time.toISOString() };
}

/**
 * What a discussion that is saved changes of its poll: nothing where it was left as it is, so that another change
 * is not refused for a poll that has ended or that somebody voted in meanwhile.
 * @returns the poll, null to remove it, undefined to leave it; the problem where it can't be sent
 */
export function pollChange(
  before: Pick<Poll, 'options' | 'multiple' | 'closes_at'> | null,
  draft: PollDraft | null,
  now: number,
): PollRequest | PollProblem | null | undefined {
  if (draft === null) return before === null ? undefined : null;
  if (before !== null && isSameDraft(draftOfPoll(before), draft)) return undefined;
  return pollRequest(draft, now);
}

const isSameDraft = (one: PollDraft, other: PollDraft): boolean =>
  one.multiple === other.multiple &&
  one.closes === other.closes &&
  one.options.length === other.options.length &&
  one.options.every(({ text }, at) => text === other.options[at]?.text);

const Box = styled(PollBox)`
  > label {
    display: flex;
    gap: ${space(2)};
    align-items: center;
    min-height: 44px;
  }
`;

const Line = styled.div`
  display: flex;
  gap: ${space(2)};
  align-items: end;

  > :first-child {
    flex: 1;
    min-width: 0;
  }
`;

type PollFieldsProps = {
  poll: PollDraft;
  problem: PollProblem | null;
  onChange: (poll: PollDraft) => void;
  onRemove: () => void;
};

/** The options of a discussion's poll. */
export function PollFields({ poll, problem, onChange, onRemove }: PollFieldsProps) {
  const intl = useIntl();
  const multipleId = useId();
  const { options, multiple, closes } = poll;
  const errorOf = (one: PollProblem) => (problem === one ? intl.formatMessage({ id: one }) : null);
  return (
    <Box>
      <legend>
        <FormattedMessage id="poll.title" />
      </legend>
      {options.map(({ id, text }, at) => (
        <Line key={id}>
          <TextField
            label={intl.formatMessage({ id: 'poll.option' }, { number: at + 1 })}
            required={at < OPTIONS_MIN}
            maxLength={OPTION_MAX}
            dir="auto"
            value={text}
            error={at === 0 ? errorOf('poll.incomplete') : null}
            onChange={({ target }) =>
              onChange({
                ...poll,
                options: options.map((one) => (one.id === id ? { id, text: target.value } : one)),
              })
            }
          />
          {options.length > OPTIONS_MIN && (
            <IconButton
              icon={X}
              label={intl.formatMessage({ id: 'poll.remove_option' }, { number: at + 1 })}
              onClick={() => onChange({ ...poll, options: options.filter((one) => one.id !== id) })}
            />
          )}
        </Line>
      ))}
      {options.length < OPTIONS_MAX && (
        <div>
          <Button
            size="small"
            icon={Plus}
            onClick={() => onChange({ ...poll, options: [...options, emptyOption()] })}
          >
            <FormattedMessage id="poll.add_option" />
          </Button>
        </div>
      )}
      <label htmlFor={multipleId}>
        <input
          id={multipleId}
          type="checkbox"
          checked={multiple}
          onChange={({ target }) => onChange({ ...poll, multiple: target.checked })}
        />
        <FormattedMessage id="poll.several" />
      </label>
      <TextField
        type="datetime-local"
        label={intl.formatMessage({ id: 'poll.closes' })}
        help={intl.formatMessage({ id: 'poll.closes_help' })}
        value={closes}
        error={errorOf('poll.closes_past')}
        onChange={({ target }) => onChange({ ...poll, closes: target.value })}
      />
      <div>
        <Button variant="link" onClick={onRemove}>
          <FormattedMessage id="poll.remove" />
        </Button>
      </div>
    </Box>
  );
}
