import { useDraggable } from '@dnd-kit/core';
import type { KeyboardEvent } from 'react';
import type { Row } from '#lib/contract/table.ts';
import type { RowColor } from '#lib/contract/table-views.ts';
import { CardCursors } from '../cards/CardCursors.tsx';
import { useCardCursor } from '../cards/cursors-context.ts';
import { Entry } from './calendar-style.ts';

type CalendarEntryProps = {
  row: Row;
  name: string;
  /** The colour that a rule of the view gives the row. */
  tint: RowColor | null;
  isMovable: boolean;
  /** Moved by Alt and an arrow: so many days later or earlier. */
  onShift: (days: number) => void;
  onOpen: () => void;
};

const SHIFTS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A row on its day: opened by a click, moved by dragging or with Alt and the arrows. */
export function CalendarEntry({ row, name, tint, isMovable, onShift, onOpen }: CalendarEntryProps) {
  const { listeners, setNodeRef, isDragging } = useDraggable({
    id: row.id,
    data: { row },
    disabled: !isMovable,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const days = SHIFTS[event.key];
    if (!isMovable || !event.altKey || days === undefined) return;
    event.preventDefault();
    onShift(days);
  };
  return (
    <Entry
      ref={setNodeRef}
      type="button"
      dir="auto"
      title={name}
      data-entry={row.id}
      data-lifted={isDragging || undefined}
      data-tint={tint ?? undefined}
      aria-keyshortcuts={isMovable ? 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown' : undefined}
      {...(isMovable ? listeners : {})}
      onKeyDown={onKeyDown}
      onClick={onOpen}
      {...useCardCursor(row.id)}
    >
      {name}
      <CardCursors rowId={row.id} />
    </Entry>
  );
}
