import { useDraggable } from '@dnd-kit/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Row } from '#lib/contract/table.ts';
import type { RowColor } from '#lib/contract/table-views.ts';
import { CardCursors } from '../cards/CardCursors.tsx';
import { useCardCursor } from '../cards/cursors-context.ts';
import { RowCheck } from '../cards/RowCheck.tsx';
import { useSelectionOfRows } from '../cards/row-selection.ts';
import { Entry } from './calendar-style.ts';

type CalendarEntryProps = {
  row: Row;
  name: string;
  /** The colour that a rule of the view gives the row. */
  tint: RowColor | null;
  isMovable: boolean;
  /** Moved by Alt and an arrow: so many days later or earlier. */
  onShift: (days: number) => void;
  /** Opens the row, or selects it where a key is pressed with the click. */
  onClick: (event: MouseEvent) => void;
  /** Its box was clicked. */
  onCheck: () => void;
};

const SHIFTS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A row on its day: opened by a click, moved by dragging or with Alt and the arrows, selected by its box. */
export function CalendarEntry({ row, name, tint, isMovable, onShift, onClick, onCheck }: CalendarEntryProps) {
  const selection = useSelectionOfRows();
  const isSelected = selection !== null && (selection.isAll || selection.rows.has(row.id));
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
    <>
      <Entry
        ref={setNodeRef}
        type="button"
        dir="auto"
        title={name}
        data-entry={row.id}
        data-row={row.id}
        data-selectable={selection ? true : undefined}
        data-selected={isSelected || undefined}
        data-lifted={isDragging || undefined}
        data-tint={tint ?? undefined}
        aria-keyshortcuts={isMovable ? 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown' : undefined}
        {...(isMovable ? listeners : {})}
        onKeyDown={onKeyDown}
        onClick={onClick}
        {...useCardCursor(row.id)}
      >
        {name}
        <CardCursors rowId={row.id} />
      </Entry>
      <RowCheck row={row} name={name} onCheck={onCheck} />
    </>
  );
}
