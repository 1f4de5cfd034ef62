import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { useRowName } from '../board/BoardCard.tsx';
import type { CellContext } from '../cells/cell-text.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { ColorOfRow } from '../colors/row-colors.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { dragAnnouncements } from '../layouts/drag-announcements.ts';
import { TableSums } from '../layouts/FooterSums.tsx';
import { narrowed } from '../layouts/sub-query.ts';
import type { TableControl } from '../rows/use-table.ts';
import type { ViewSettings } from '../views/view-settings.ts';
import { CalendarDay } from './CalendarDay.tsx';
import { CalendarEntry } from './CalendarEntry.tsx';
import { Entry, Header, Month } from './calendar-style.ts';
import { monthCondition } from './days-condition.ts';
import { addDays, addMonths, type Day, dayAt, dayOf, isSameMonth, onNewDay, weeksOf } from './month-days.ts';
import { focusEntry, useDayChange } from './use-day-change.tsx';
import { useEntrySelection } from './use-entry-selection.ts';
import { useMonthRows } from './use-month-rows.ts';
import { WithoutDay } from './WithoutDay.tsx';

type MonthCalendarProps = {
  itemId: string;
  table: TableControl;
  changes: Pick<TableChanges, 'write' | 'actionQueue'>;
  /** The column of the days. */
  column: GridColumn;
  columns: readonly GridColumn[];
  context: CellContext;
  colorOf: ColorOfRow | null;
  /** Names what is summed up of the month. */
  settings: ViewSettings;
  mayChange: boolean;
  onOpenRow: (row: Row) => void;
  /** A new row is filled in, which has these values already. */
  onAddRow: (values: Values) => void;
};

type MonthHeaderProps = { title: string; onStep: (months: -1 | 1) => void; onToday: () => void };

/** The name of the month, and the way to others. */
function MonthHeader({ title, onStep, onToday }: MonthHeaderProps) {
  const intl = useIntl();
  return (
    <Header>
      <h2 aria-live="polite">{title}</h2>
      <IconButton
        icon={ChevronLeft}
        label={intl.formatMessage({ id: 'table.calendar_previous' })}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={ChevronRight}
        label={intl.formatMessage({ id: 'table.calendar_next' })}
        onClick={() => onStep(1)}
      />
      <Button size="small" variant="quiet" onClick={onToday}>
        <FormattedMessage id="table.calendar_today" />
      </Button>
    </Header>
  );
}

type WeekdaysProps = {
  days: readonly Day[];
  dateOf: (day: Day, options: Intl.DateTimeFormatOptions) => string;
};

function Weekdays({ days, dateOf }: WeekdaysProps) {
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={dateOf(day, { weekday: 'long' })}>
            {dateOf(day, { weekday: 'short' })}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The rows of a table on the days of a month; on a narrow screen its days with rows below each other. */
export default function MonthCalendar(props: MonthCalendarProps) {
  const { itemId, table, changes, column, columns, context, colorOf, settings, mayChange } = props;
  const { onOpenRow, onAddRow } = props;
  const intl = useIntl();
  const { timeZone, locale } = context;
  const today = dayAt(new Date(), timeZone);
  const [month, setMonth] = useState<Day>(() => addMonths(today, 0));
  const [lifted, setLifted] = useState<Row | null>(null);
  const weeks = weeksOf(month, locale);
  const first = weeks[0]?.[0] ?? month;
  const last = weeks.at(-1)?.at(-1) ?? month;
  const rows = useMonthRows(itemId, table.query, { column, first, last, timeZone });
  const rowName = useRowName(columns, context);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 6 } }),
  );
  const isMovable = mayChange && !column.isComputed;
  const dateOf = (day: Day, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(new Date(`${day}T00:00:00Z`), { ...options, timeZone: 'UTC' });
  const dayName = (day: Day) => dateOf(day, { weekday: 'long', day: 'numeric', month: 'long' });

  const move = useDayChange({ rows, column, timeZone, changes, dayName });
  const shift = (row: Row, days: number) => {
    const from = dayOf(row.values[column.name], timeZone) ?? today;
    const to = addDays(from, days);
    flushSync(() => {
      if (to < first || to > last) setMonth(addMonths(to, 0));
      move(row, to);
    });
    focusEntry(row.id);
  };
  const shown = [...weeks.flat().flatMap((day) => rows.byDay.get(day) ?? []), ...rows.without.rows];
  const { select, mark } = useEntrySelection(shown);
  const entry = (row: Row) => (
    <li key={row.id}>
      <CalendarEntry
        row={row}
        name={rowName(row)}
        tint={colorOf?.(row) ?? null}
        isMovable={isMovable}
        onShift={(days) => shift(row, days)}
        onClick={(event) => {
          if (!select(row, event)) onOpenRow(row);
        }}
        onCheck={() => mark(row)}
      />
    </li>
  );

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{
        announcements: dragAnnouncements(intl, {
          nameOf: rowName,
          placeOf: dayName,
          isAt: (row, day) => dayOf(row.values[column.name], timeZone) === day,
        }),
        screenReaderInstructions: { draggable: intl.formatMessage({ id: 'table.drag_help_calendar' }) },
      }}
      onDragStart={({ active }) => setLifted(active.data.current?.row ?? null)}
      onDragCancel={() => setLifted(null)}
      onDragEnd={({ active, over }) => {
        setLifted(null);
        const row: Row | undefined = active.data.current?.row;
        if (row && over) move(row, String(over.id));
      }}
    >
      <MonthHeader
        title={dateOf(month, { month: 'long', year: 'numeric' })}
        onStep={(months) => setMonth(addMonths(month, months))}
        onToday={() => setMonth(addMonths(today, 0))}
      />
      <TableSums
        {...{ itemId, columns, settings, context }}
        table={{ query: narrowed(table.query, monthCondition(column, month, timeZone)) }}
      />
      {rows.error && <ErrorState message={rows.error.message} onRetry={() => void rows.refetch()} />}
      {rows.isCut && (
        <Notice>
          <FormattedMessage id="table.calendar_cut" />
        </Notice>
      )}
      <Month aria-busy={rows.isLoading}>
        <Weekdays days={weeks[0] ?? []} dateOf={dateOf} />
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <CalendarDay
                  key={day}
                  day={day}
                  isOther={!isSameMonth(day, month)}
                  isToday={day === today}
                  mayChange={isMovable}
                  entries={(rows.byDay.get(day) ?? []).map(entry)}
                  onAdd={() =>
                    onAddRow({ [column.name]: onNewDay(day, column.field.type === 'date', timeZone) })
                  }
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Month>
      <WithoutDay label={column.label} without={rows.without}>
        {rows.without.rows.map(entry)}
      </WithoutDay>
      <DragOverlay dropAnimation={null}>
        {lifted && (
          <Entry as="div" dir="auto" data-tint={colorOf?.(lifted) ?? undefined}>
            {rowName(lifted)}
          </Entry>
        )}
      </DragOverlay>
    </DndContext>
  );
}
