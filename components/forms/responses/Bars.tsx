import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { color, space } from '#styles/tokens.ts';

/** Number of bars that are shown initially. */
const FIRST = 12;

const List = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 2px ${space(3)};
  font-size: 13px;

  > span:first-child {
    overflow-wrap: anywhere;
  }

  > span:nth-child(2) {
    color: ${color('quiet')};
    font-variant-numeric: tabular-nums;
  }
`;

/** At most two lines on screen; shown whole in print. */
const Cut = styled.bdi`
  @media screen {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

const Track = styled.span`
  grid-column: 1 / -1;
  height: 8px;
  overflow: hidden;
  border-radius: 4px;
  background: ${color('hover')};
  /* Paper prints no grounds unless they are asked for. */
  print-color-adjust: exact;

  > i {
    display: block;
    height: 100%;
    border-radius: 4px;
    background: ${color('primaryFill')};
    print-color-adjust: exact;
  }
`;

export type Bar = { key: string; label: string; count: number };

type BarsProps = {
  bars: readonly Bar[];
  /** The total: a bar as long as its row is all of it. */
  total: number;
  label: string;
  /** The final bar, shown even where others are hidden. */
  last?: Bar;
  /** Truncates long names; hovering over one shows it whole. */
  cut?: boolean;
};

const shareOf = (count: number, total: number): number => (total > 0 ? Math.min(count / total, 1) : 0);

/** Counts as horizontal bars, each with its number: length is never the only information. */
export function Bars({ bars, total, label, last, cut = false }: BarsProps) {
  const intl = useIntl();
  const [whole, setWhole] = useState(false);
  const shown = whole ? bars : bars.slice(0, FIRST);
  const lines = last ? [...shown, last] : shown;
  return (
    <>
      <List aria-label={label}>
        {lines.map(({ key, label: own, count }) => (
          <Line key={key}>
            <span>{cut ? <Cut title={own}>{own}</Cut> : <bdi>{own}</bdi>}</span>
            <span>
              {intl.formatNumber(count)}
              {total > 0 && ` · ${intl.formatNumber(count / total, { style: 'percent' })}`}
            </span>
            <Track aria-hidden>
              <i style={{ width: `${shareOf(count, total) * 100}%` }} />
            </Track>
          </Line>
        ))}
      </List>
      {shown.length < bars.length && (
        <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
          <FormattedMessage id="submissions.more_bars" values={{ count: bars.length - shown.length }} />
        </Button>
      )}
    </>
  );
}
