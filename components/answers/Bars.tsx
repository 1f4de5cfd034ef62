import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { color, space } from '#styles/tokens.ts';

/** Bars that are shown until somebody asks for all. */
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
  /** Of which each bar is a share: a bar as long as its line is all of them. */
  total: number;
  label: string;
};

const shareOf = (count: number, total: number): number => (total > 0 ? Math.min(count / total, 1) : 0);

/** Counts as bars, each with its number: nothing is told by length alone. */
export function Bars({ bars, total, label }: BarsProps) {
  const intl = useIntl();
  const [whole, setWhole] = useState(false);
  const shown = whole ? bars : bars.slice(0, FIRST);
  return (
    <>
      <List aria-label={label}>
        {shown.map(({ key, label: own, count }) => (
          <Line key={key}>
            <span>
              <bdi>{own}</bdi>
            </span>
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
          <FormattedMessage id="answers.more_bars" values={{ count: bars.length - shown.length }} />
        </Button>
      )}
    </>
  );
}
