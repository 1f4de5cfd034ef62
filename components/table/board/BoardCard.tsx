import { useDraggable } from '@dnd-kit/core';
import { EllipsisVertical } from 'lucide-react';
import { useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { RowColor } from '#lib/contract/table-views.ts';
import { CardCursors } from '../cards/CardCursors.tsx';
import { CARD_VALUES } from '../cards/card-style.ts';
import { useCardCursor } from '../cards/cursors-context.ts';
import { RowCheck } from '../cards/RowCheck.tsx';
import { type CellContext, cellText, valuesOf } from '../cells/cell-text.ts';
import { menuPlace } from '../cells/menu-place.ts';
import { ValueList } from '../cells/ValueList.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';
import { Card } from './board-style.ts';

export type BoardCardProps = {
  itemId: string;
  row: Row;
  /** The first names the card. */
  columns: readonly GridColumn[];
  context: CellContext;
  /** The colour that a rule of the view gives the row. */
  tint: RowColor | null;
  onOpen: () => void;
};

/** The name of a row: the text of its first column. */
export function useRowName(columns: readonly GridColumn[], context: CellContext): (row: Row) => string {
  const intl = useIntl();
  const [first] = columns;
  return (row) =>
    (first ? cellText(first, row, row.values[first.name], context) : '') ||
    intl.formatMessage({ id: 'table.nameless_row' });
}

function Inside({ itemId, row, columns, context, onOpen }: BoardCardProps) {
  const name = useRowName(columns, context)(row);
  const filled = columns.slice(1).filter((column) => valuesOf(row.values[column.name]).length > 0);
  return (
    <>
      <button type="button" className="name" dir="auto" onClick={onOpen}>
        {name}
      </button>
      <ValueList itemId={itemId} row={row} columns={filled.slice(0, CARD_VALUES)} context={context} />
    </>
  );
}

/** What follows the pointer while a card is dragged. */
export function CardCopy(props: BoardCardProps) {
  return (
    <Card as="div" data-copy data-tint={props.tint ?? undefined}>
      <Inside {...props} />
    </Card>
  );
}

type MovableCardProps = BoardCardProps & {
  mayChange: boolean;
  onMenu: (at: { x: number; y: number }) => void;
};

/** A row on a board: it is dragged, or moved by its menu. */
export function BoardCard({ mayChange, onMenu, ...props }: MovableCardProps) {
  const intl = useIntl();
  const { row } = props;
  const { listeners, setNodeRef, isDragging } = useDraggable({
    id: row.id,
    data: { row },
    disabled: !mayChange,
  });
  const name = useRowName(props.columns, props.context)(row);
  return (
    <Card
      ref={setNodeRef}
      data-row={row.id}
      data-movable={mayChange || undefined}
      data-lifted={isDragging || undefined}
      data-tint={props.tint ?? undefined}
      {...(mayChange ? listeners : {})}
      {...useCardCursor(row.id)}
    >
      <Inside {...props} />
      <CardCursors rowId={row.id} />
      {mayChange && (
        <span className="menu">
          <RowCheck row={row} name={name} />
          <IconButton
            size="small"
            icon={EllipsisVertical}
            aria-haspopup="menu"
            label={intl.formatMessage({ id: 'table.row_acts' }, { name })}
            onClick={(event) => onMenu(menuPlace(event.currentTarget))}
          />
        </span>
      )}
    </Card>
  );
}
