import { useId, useState } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { Poll } from '#lib/contract/poll.ts';
import { color, space } from '#styles/tokens.ts';
import { PollBox } from './poll-box.ts';

const Option = styled.label`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 2px ${space(3)};
  align-items: center;
  min-height: 44px;

  > input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color('primaryFill')};
  }

  > bdi {
    overflow-wrap: anywhere;
  }

  > span {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

/* The number beside it says the same. */
const Bar = styled.i<{ $share: number }>`
  grid-column: 2 / -1;
  height: 6px;
  border-radius: 3px;
  background: linear-gradient(${color('primaryFill')}, ${color('primaryFill')}) no-repeat 0 /
    ${({ $share }) => Math.round($share * 100)}% 100% ${color('hover')};
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: center;
  color: ${color('quiet')};
  font-size: 13px;
`;

type PollViewProps = {
  poll: Poll;
  /** Votes for these options, in place of an earlier vote. */
  onVote: (numbers: number[]) => Promise<void>;
  onClose: () => Promise<void>;
};

/** A poll with its results; each choice is sent at once, and can be changed while it is open. */
export function PollView({ poll, onVote, onClose }: PollViewProps) {
  const intl = useIntl();
  const name = useId();
  const [wanted, setWanted] = useState<number[] | null>(null);
  const [closing, setClosing] = useState(false);
  const { options, multiple, voters, closes_at, closed, allowed } = poll;
  const mayVote = allowed.includes('vote');
  const chosen = wanted ?? options.filter((option) => option.chosen).map(({ number }) => number);

  const vote = async (numbers: number[]) => {
    setWanted(numbers);
    await onVote(numbers);
    setWanted(null);
  };
  const toggle = (number: number, isOn: boolean) => {
    const others = multiple ? chosen.filter((one) => one !== number) : [];
    void vote(isOn ? [...others, number] : others);
  };

  return (
    <PollBox>
      <legend>
        <FormattedMessage id={multiple ? 'poll.multiple' : 'poll.single'} />
      </legend>
      {options.map(({ number, text, votes }) => (
        <Option key={number}>
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(number)}
            disabled={!mayVote}
            onChange={(event) => toggle(number, event.target.checked)}
          />
          <bdi>{text}</bdi>
          <span>
            <FormattedNumber value={votes} />
          </span>
          <Bar aria-hidden $share={voters > 0 ? votes / voters : 0} />
        </Option>
      ))}
      <Foot>
        <span role="status">
          <FormattedMessage id="poll.voters" values={{ count: voters }} />
        </span>
        {closes_at && (
          <span>
            <FormattedMessage
              id={closed ? 'poll.closed_at' : 'poll.closes_at'}
              values={{ time: <RelativeTime value={closes_at} /> }}
            />
          </span>
        )}
        {mayVote && chosen.length > 0 && (
          <Button variant="link" onClick={() => void vote([])}>
            <FormattedMessage id="poll.take_back" />
          </Button>
        )}
        {allowed.includes('close') && (
          <Button
            size="small"
            busy={closing}
            aria-label={intl.formatMessage({ id: 'poll.close' })}
            onClick={async () => {
              setClosing(true);
              await onClose();
              setClosing(false);
            }}
          >
            <FormattedMessage id="poll.close" />
          </Button>
        )}
      </Foot>
    </PollBox>
  );
}
