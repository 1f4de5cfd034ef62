import { useDroppable } from '@dnd-kit/core';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { Cell, ENTRIES } from './calendar-style.ts';
import { DayHeader } from './DayHeader.tsx';
import type { Day } from './month-days.ts';

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
  const list = useRef<HTMLUListElement>(null);
  const { setNodeRef, isOver } = useDroppable({ id: day });
  /** The button that shows the others disappears: the first of them gets the focus. */
  const openAll = () => {
    flushSync(() => setIsOpen(true));
    list.current?.children[ENTRIES]?.querySelector('button')?.focus();
  };
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
      <DayHeader day={day} name={named}>
        {mayChange && (
          <IconButton
            size="small"
            icon={Plus}
            label={intl.formatMessage({ id: 'table.calendar_add' }, { day: named })}
            onClick={onAdd}
          />
        )}
      </DayHeader>
      <ul ref={list}>
        {shown}
        {shown.length < entries.length && (
          <li>
            <button type="button" className="more" onClick={openAll}>
              <FormattedMessage id="table.calendar_more" values={{ count: entries.length - shown.length }} />
            </button>
          </li>
        )}
      </ul>
    </Cell>
  );
}
