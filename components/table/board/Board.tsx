import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { MoveRight } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { CellValue } from '../cells/CellValue.tsx';
import { type CellContext, cellText } from '../cells/cell-text.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { ColorOfRow } from '../colors/row-colors.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { buildRow } from '../layouts/build-row.ts';
import { dragAnnouncements } from '../layouts/drag-announcements.ts';
import { MoreGroups } from '../layouts/MoreGroups.tsx';
import { useGroups } from '../layouts/use-groups.ts';
import type { TableControl } from '../rows/use-table.ts';
import { footerColumns, footerKeys } from '../views/use-footer.ts';
import type { ViewSettings } from '../views/view-settings.ts';
import { CardCopy, useRowName } from './BoardCard.tsx';
import { BoardColumn } from './BoardColumn.tsx';
import { type BoardList, boardLists } from './board-lists.ts';
import { Lists } from './board-style.ts';

type BoardProps = {
  itemId: string;
  table: TableControl;
  changes: Pick<TableChanges, 'write' | 'cells' | 'actionQueue'>;
  /** The column whose values have a list each. */
  group: GridColumn;
  columns: readonly GridColumn[];
  context: CellContext;
  colorOf: ColorOfRow | null;
  /** Names what is summed up of each list. */
  settings: ViewSettings;
  mayChange: boolean;
  onOpenRow: (row: Row) => void;
  onRowMenu: (row: Row, at: { x: number; y: number }, more: MenuEntry[]) => void;
  /** A new row is filled in, which has these values already. */
  onAddRow: (values: Values) => void;
};

const rowOf = ({ active }: Pick<DragEndEvent, 'active'>): Row | null => active.data.current?.row ?? null;

/** Moves a card to another list, which changes its value; `onRows` says what rows a list shows. */
function useCardMove(group: GridColumn, changes: BoardProps['changes']) {
  const toast = useToast();
  const known = useRef(new Map<string, TableControl>());
  const onRows = useCallback((key: string, rows: TableControl | null) => {
    if (rows) known.current.set(key, rows);
    else known.current.delete(key);
  }, []);
  const moveCard = async (row: Row, from: BoardList | null, to: BoardList, name: string) => {
    if (!from || from.key === to.key) return;
    const [source, target] = [known.current.get(from.key), known.current.get(to.key)];
    source?.remove(row.id);
    target?.put({ ...row, values: { ...row.values, [group.name]: to.value } });
    const { refused } = await changes.write([{ row, name: group.name, value: to.value }]);
    const problem = refused.find(({ message }) => message !== '');
    if (problem) toast({ tone: 'error', text: problem.message });
    // A row that was deleted meanwhile has a message of its own.
    else if (refused.length === 0)
      toast({ tone: 'info', text: <FormattedMessage id="table.board_moved" values={{ list: name }} /> });
    await Promise.all([source?.refresh(), target?.refresh()]);
  };
  return { moveCard, onRows };
}

/** A card is another element in its new list: the focus goes with it, unless it went elsewhere meanwhile. */
function focusCardSoon(rowId: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId)}"] .name`)?.focus();
  });
}

/** The rows of a table as cards in lists, by the values of a column; a card is moved to change its value. */
export default function Board(props: BoardProps) {
  const { itemId, table, changes, group, columns, context, colorOf, settings, mayChange } = props;
  const { onOpenRow, onRowMenu, onAddRow } = props;
  const intl = useIntl();
  const footer = useMemo(() => footerColumns(columns, settings), [columns, settings]);
  const wanted = useGroups(itemId, table.query, group, footerKeys(footer));
  const { data: groups, error, refetch, ...more } = wanted;
  const [lifted, setLifted] = useState<Row | null>(null);
  const { moveCard, onRows } = useCardMove(group, changes);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 6 } }),
  );
  const cards = columns.filter(({ id }) => id !== group.id);
  const rowName = useRowName(cards, context);
  if (!groups) return error && <ErrorState message={error.message} onRetry={() => void refetch()} />;

  const lists = boardLists(group, groups, mayChange ? [...context.people.keys()] : []);
  const nameOf = (list: BoardList) =>
    list.value === null
      ? intl.formatMessage({ id: 'table.group_empty' })
      : cellText(group, buildRow(), list.value, context);
  const listOf = (row: Row) => {
    const value = row.values[group.name] ?? null;
    return lists.find((list) => list.value === value) ?? null;
  };

  const announcements = dragAnnouncements(intl, {
    nameOf: rowName,
    placeOf: (id) => {
      const list = lists.find(({ key }) => key === id);
      return list ? nameOf(list) : null;
    },
    isAt: (row, id) => listOf(row)?.key === id,
  });

  const move = (row: Row, to: BoardList) => moveCard(row, listOf(row), to, nameOf(to));
  const openMenu = (row: Row, at: { x: number; y: number }) => {
    const others = lists.filter((list) => list.key !== listOf(row)?.key);
    onRowMenu(row, at, [
      { heading: <FormattedMessage id="table.board_move_to" /> },
      ...others.map((list) => ({
        icon: MoveRight,
        label: <span dir="auto">{nameOf(list)}</span>,
        onSelect: () => {
          const moving = move(row, list);
          focusCardSoon(row.id);
          void moving.then(() => focusCardSoon(row.id));
        },
      })),
      { separator: true },
    ]);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: intl.formatMessage({ id: 'table.drag_help' }) },
      }}
      onDragStart={(event) => setLifted(rowOf(event))}
      onDragCancel={() => setLifted(null)}
      onDragEnd={(event) => {
        setLifted(null);
        const row = rowOf(event);
        const to = lists.find(({ key }) => key === event.over?.id);
        if (row && to) void move(row, to);
      }}
    >
      <Lists>
        {lists.map((list) => (
          <BoardColumn
            key={list.key}
            {...{ itemId, table, changes, list, group, context, colorOf, mayChange, onRows, onOpenRow }}
            columns={cards}
            footer={footer}
            name={nameOf(list)}
            title={
              list.value === null ? (
                <FormattedMessage id="table.group_empty" />
              ) : (
                <CellValue
                  itemId={itemId}
                  column={group}
                  row={buildRow()}
                  value={list.value}
                  context={context}
                />
              )
            }
            onMenu={openMenu}
            onAdd={() => onAddRow(list.value === null ? {} : { [group.name]: list.value })}
          />
        ))}
      </Lists>
      <MoreGroups count={lists.length} error={error} onRetry={refetch} {...more} />
      <DragOverlay dropAnimation={null}>
        {lifted && (
          <CardCopy
            itemId={itemId}
            row={lifted}
            columns={cards}
            context={context}
            tint={colorOf?.(lifted) ?? null}
            onOpen={() => undefined}
          />
        )}
      </DragOverlay>
    </DndContext>
  );
}
