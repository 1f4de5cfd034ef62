import { ArrowDown, ArrowUp, EllipsisVertical, Plus } from 'lucide-react';
import { memo, type PointerEvent as ReactPointerEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { lazyQuietComponent } from '#components/ui/lazy-component.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { color } from '#styles/tokens.ts';
import { menuPlace } from '../cells/menu-place.ts';
import { ColumnIcon } from '../columns/ColumnIcon.tsx';
import { boundedWidth, type GridColumn } from '../columns/grid-columns.ts';
import { cellStyle, GUTTER_STYLE, type RenderedColumn } from './GridLine.tsx';

const ColumnHelp = lazyQuietComponent(() => import('./ColumnHelp.tsx').then((file) => file.ColumnHelp));

type GridHeaderProps = {
  columns: readonly RenderedColumn[];
  /** How many columns there are, those included that are not rendered. */
  count: number;
  lastFrozen: number;
  width: number;
  /** Ids of the columns that rows are sorted by, `-` before those in descending order. */
  sort: string;
  /** The column that has the focus; null where it is in a row. */
  focus: number | null;
  entry: number | null;
  mayChange: boolean;
  /** All rows are selected. */
  isAll: boolean;
  onMenu: (column: GridColumn, at: { x: number; y: number }) => void;
  onAddColumn: () => void;
  onResize: (column: GridColumn, width: number) => void;
  /** Moves a column before another one. */
  onMove: (column: GridColumn, before: GridColumn) => void;
};

/** What the cell around it shows and does: to users of a screen reader it says so itself. */
const Box = styled.input`
  width: 14px;
  height: 14px;
  margin: 0;
  accent-color: ${color('primaryFill')};
  pointer-events: none;
`;

/** The border at the end of a column: dragged, it makes the column wider. */
function ResizeHandle({ column, onResize }: { column: GridColumn; onResize: GridHeaderProps['onResize'] }) {
  const start = (event: ReactPointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const cell = handle.parentElement;
    const begin = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const widthAt = (x: number) => boundedWidth(column.width + x - begin);
    const move = ({ clientX }: PointerEvent) => {
      if (cell) cell.style.width = `${widthAt(clientX)}px`;
    };
    const finish = ({ type, clientX }: PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', finish);
      handle.removeEventListener('pointercancel', finish);
      if (type === 'pointerup') onResize(column, widthAt(clientX));
      else if (cell) cell.style.width = `${column.width}px`;
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', finish);
    handle.addEventListener('pointercancel', finish);
  };
  return <span className="resize" aria-hidden onPointerDown={start} />;
}

/** The names of the columns, with their menus; a column is dragged to another place. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { columns, count, lastFrozen, width, sort, focus, entry, mayChange, isAll } = props;
  const { onMenu, onAddColumn, onResize, onMove } = props;
  const intl = useIntl();
  const [dragged, setDragged] = useState<GridColumn | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const ids = useId();
  const sorts = sort.split(',');
  const drop = () => {
    setDragged(null);
    setTarget(null);
  };
  let edge = 0;
  return (
    <div role="row" aria-rowindex={1} className="head" style={{ width }}>
      <div
        role="columnheader"
        aria-colindex={1}
        className={focus === -1 ? 'cell frozen gutter focused' : 'cell frozen gutter'}
        style={GUTTER_STYLE}
        aria-selected={isAll}
        data-cell="-1:-1"
        tabIndex={entry === -1 ? 0 : -1}
      >
        <VisuallyHidden>
          <FormattedMessage id="table.select_all" />
        </VisuallyHidden>
        {mayChange && <Box type="checkbox" aria-hidden tabIndex={-1} readOnly checked={isAll} />}
      </div>
      {columns.map((rendered) => {
        const { column, index } = rendered;
        const style = cellStyle(rendered, edge);
        edge = rendered.start + column.width;
        const isUp = sorts.includes(column.id);
        const isDown = sorts.includes(`-${column.id}`);
        const Icon = isUp ? ArrowUp : isDown ? ArrowDown : EllipsisVertical;
        const label = intl.formatMessage({ id: 'table.column_acts' }, { label: column.label });
        const { help } = column.column;
        const helpId = `${ids}${column.id}`;
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
            className={[
              'cell',
              column.isFrozen && 'frozen',
              index === lastFrozen && 'last',
              focus === index && 'focused',
            ]
              .filter(Boolean)
              .join(' ')}
            style={style}
            tabIndex={entry === index ? 0 : -1}
            aria-keyshortcuts="Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
            data-cell={`-1:${index}`}
            data-drop={(dragged && target === column.id && dragged.id !== column.id) || undefined}
            title={help || column.label}
            aria-describedby={help ? helpId : undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', column.label);
              setDragged(column);
            }}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              setTarget(column.id);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged && dragged.id !== column.id) onMove(dragged, column);
              drop();
            }}
            onDragEnd={drop}
          >
            <ColumnIcon type={column.column.type} />
            <span className="label" dir="auto">
              {column.label}
            </span>
            {help && <ColumnHelp id={helpId} help={help} onOpen={(at) => onMenu(column, at)} />}
            <button
              type="button"
              tabIndex={-1}
              aria-haspopup="menu"
              aria-label={label}
              title={label}
              data-column-menu={column.id}
              onClick={(event) => onMenu(column, menuPlace(event.currentTarget))}
            >
              <Icon aria-hidden size={15} strokeWidth={1.75} />
            </button>
            <ResizeHandle column={column} onResize={onResize} />
          </div>
        );
      })}
      {mayChange && (
        <div role="columnheader" aria-colindex={count + 2} className="cell add">
          <button
            type="button"
            aria-label={intl.formatMessage({ id: 'table.add_column' })}
            title={intl.formatMessage({ id: 'table.add_column' })}
            onClick={onAddColumn}
          >
            <Plus aria-hidden size={17} strokeWidth={1.75} />
          </button>
        </div>
      )}
    </div>
  );
});
