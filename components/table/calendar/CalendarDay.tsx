import { useDroppable } from '@dnd-kit/core';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { below, color, radius, space } from '#styles/tokens.ts';
import type { Day } from './month-days.ts';

/** Entries of a day that are shown before it is opened. */
const ENTRIES = 3;

const Cell = styled.td`
  height: 116px;
  padding: ${space(1)};
  border: 1px solid ${color('line')};
  background: ${color('surface')};
  vertical-align: top;

  &[data-other] {
    background: ${color('raised')};
  }

  &[data-over] {
    outline: 2px solid ${color('primary')};
    outline-offset: -2px;
  }

  > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 28px;
  }

  time {
    display: inline-grid;
    place-items: center;
    min-width: 24px;
    height: 24px;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }

  &[aria-current] time {
    border-radius: ${radius('control')};
    background: ${color('primaryFill')};
    color: ${color('onFill')};
    font-weight: 600;
  }

  time > span {
    display: none;
  }

  > header > button {
    opacity: 0;
  }

  &:hover > header > button,
  > header > button:focus-visible {
    opacity: 1;
  }

  ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li > .more {
    min-height: 24px;
    padding: 0 ${space(2)};
    border: 0;
    background: none;
    color: ${color('quiet')};
    font: inherit;
    font-size: 12.5px;
  }

  /* A narrow screen has the days below each other, those with entries only. */
  ${below('md')} {
    display: block;
    height: auto;
    border-width: 0 0 1px;

    &[data-empty]:not([aria-current]) {
      display: none;
    }

    time > span {
      display: inline;
    }

    time > b {
      display: none;
    }

    &[aria-current] time {
      padding: 0 ${space(2)};
    }

    > header > button {
      opacity: 1;
    }
  }
`;

type CalendarDayProps = {
  day: Day;
  isOther: boolean;
  isToday: boolean;
  mayChange: boolean;
  entries: readonly ReactNode[];
  onAdd: () => void;
};

/** A day of a month with its entries; many are shown on demand. */
export function CalendarDay({ day, isOther, isToday, mayChange, entries, onAdd }: CalendarDayProps) {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const { setNodeRef, isOver } = useDroppable({ id: day });
  const shown = isOpen || entries.length <= ENTRIES + 1 ? entries : entries.slice(0, ENTRIES);
  const named = intl.formatDate(new Date(`${day}T00:00:00Z`), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (
    <Cell
      ref={setNodeRef}
      data-other={isOther || undefined}
      data-over={isOver || undefined}
      data-empty={entries.length === 0 || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={named}
    >
      <header>
        <time dateTime={day}>
          <b aria-hidden style={{ fontWeight: 'inherit' }}>
            {Number(day.slice(8))}
          </b>
          <span>{named}</span>
        </time>
        {mayChange && (
          <IconButton
            size="small"
            icon={Plus}
            label={intl.formatMessage({ id: 'table.calendar_add' }, { day: named })}
            onClick={onAdd}
          />
        )}
      </header>
      <ul>
        {shown}
        {shown.length < entries.length && (
          <li>
            <button type="button" className="more" onClick={() => setIsOpen(true)}>
              <FormattedMessage id="table.calendar_more" values={{ count: entries.length - shown.length }} />
            </button>
          </li>
        )}
      </ul>
    </Cell>
  );
}
