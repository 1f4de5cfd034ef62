import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Cell, ENTRIES, Entry, Header, Month, Without } from '#components/table/calendar/calendar-style.ts';
import { DayHeader } from '#components/table/calendar/DayHeader.tsx';
import { addMonths, type Day, dayOf, isSameMonth } from '#components/table/calendar/month-days.ts';
import type { GridColumn } from '#components/table/columns/grid-columns.ts';
import { LinkButton } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { SharedRow } from '#lib/contract/shared-view.ts';
import type { SharedContent } from './load-shared-view.ts';
import { type RowAddress, type SharedRowsProps, useSharedRowName } from './shared-rows.ts';

const More = styled.details`
  > summary {
    min-height: 24px;
    font-size: 12.5px;
    cursor: pointer;
  }
`;

type MonthHeadProps = { title: string; month: Day; monthAddress: SharedMonthProps['monthAddress'] };

/** The name of the month, and the way to others. */
function MonthHead({ title, month, monthAddress }: MonthHeadProps) {
  return (
    <Header>
      <h2>{title}</h2>
      <LinkButton
        variant="quiet"
        icon={ChevronLeft}
        collapses
        prefetch={false}
        href={monthAddress(addMonths(month, -1))}
      >
        <FormattedMessage id="table.calendar_previous" />
      </LinkButton>
      <LinkButton
        variant="quiet"
        icon={ChevronRight}
        collapses
        prefetch={false}
        href={monthAddress(addMonths(month, 1))}
      >
        <FormattedMessage id="table.calendar_next" />
      </LinkButton>
      <LinkButton size="small" variant="quiet" prefetch={false} href={monthAddress(null)}>
        <FormattedMessage id="table.calendar_today" />
      </LinkButton>
    </Header>
  );
}

type MonthDayProps = {
  day: Day;
  /** The day as it is read out. */
  name: string;
  isOtherMonth: boolean;
  isToday: boolean;
  /** List items, one a row. */
  entries: readonly ReactElement[];
};

/** A day and its rows; where these are many, the rest is unfolded. */
function MonthDay({ day, name, isOtherMonth, isToday, entries }: MonthDayProps) {
  const isFolded = entries.length > ENTRIES + 1;
  return (
    <Cell
      data-other={isOtherMonth || undefined}
      data-empty={entries.length === 0 || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={name}
    >
      <DayHeader day={day} name={name} />
      <ul>{isFolded ? entries.slice(0, ENTRIES) : entries}</ul>
      {isFolded && (
        <More>
          <summary>
            <FormattedMessage id="table.calendar_more" values={{ count: entries.length - ENTRIES }} />
          </summary>
          <ul>{entries.slice(ENTRIES)}</ul>
        </More>
      )}
    </Cell>
  );
}

type SharedMonthProps = Pick<SharedRowsProps, 'columns' | 'context'> & {
  content: Extract<SharedContent, { type: 'month' }>;
  column: GridColumn;
  addressOf: RowAddress;
  /** Leads to another month; null for the current one. */
  monthAddress: (month: Day | null) => string;
};

/** A calendar of a shared view: its rows on the days of a month. */
export function SharedMonth({
  content,
  column,
  columns,
  context,
  addressOf,
  monthAddress,
}: SharedMonthProps) {
  const intl = useIntl();
  const { month, today, weeks, rows, without, isCut } = content;
  const nameOf = useSharedRowName(
    columns.filter(({ id }) => id !== column.id),
    context,
  );
  const dateOf = (day: Day, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(new Date(`${day}T00:00:00Z`), { ...options, timeZone: 'UTC' });
  const entry = (row: SharedRow) => (
    <li key={row.id}>
      <Entry
        as={Link}
        data-tint={row.color}
        dir="auto"
        prefetch={false}
        title={nameOf(row)}
        href={addressOf(row)}
      >
        {nameOf(row)}
      </Entry>
    </li>
  );
  const entriesOf = (day: Day) =>
    rows.filter((row) => dayOf(row.values[column.name], context.timeZone) === day).map(entry);
  return (
    <div>
      <MonthHead
        title={dateOf(month, { month: 'long', year: 'numeric' })}
        month={month}
        monthAddress={monthAddress}
      />
      {isCut && (
        <Notice>
          <FormattedMessage id="table.shared_month_cut" values={{ count: rows.length }} />
        </Notice>
      )}
      <Month>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col" abbr={dateOf(day, { weekday: 'long' })}>
                {dateOf(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <MonthDay
                  key={day}
                  day={day}
                  name={dateOf(day, { weekday: 'long', day: 'numeric', month: 'long' })}
                  isOtherMonth={!isSameMonth(day, month)}
                  isToday={day === today}
                  entries={entriesOf(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Month>
      {without.length > 0 && (
        <Without>
          <h3>
            <FormattedMessage id="table.calendar_without" values={{ label: column.label }} />
          </h3>
          <ul>{without.map(entry)}</ul>
        </Without>
      )}
    </div>
  );
}
