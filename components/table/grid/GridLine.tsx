import { type CSSProperties, memo, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { lazyQuietComponent } from '#components/ui/lazy-component.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { RowColor } from '#lib/contract/table-views.ts';
import { CellValue, isPlainText } from '../cells/CellValue.tsx';
import { type CellContext, cellText, hasText } from '../cells/cell-text.ts';
import { problemOf, shownValue } from '../changes/cell-writer.ts';
import type { RowDraft } from '../changes/row-drafts.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { GUTTER } from './grid-style.ts';
import type { OtherCursor } from './other-cursors.ts';
import { MenuIcon, OpenIcon } from './RowIcons.tsx';

const OtherCursors = lazyQuietComponent(() => import('./grid-on-use.ts').then((file) => file.OtherCursors));

/** Where a column is rendered: its index, and where it begins, in pixels after the column of actions. */
export type RenderedColumn = { column: GridColumn; index: number; start: number };

/** Which cells of a row are selected. */
export type LineSelection = {
  /** Columns of the range, ends included; null where the row is outside of it. */
  left: number;
  right: number;
  /** The column that has the focus; null where it is in another row. */
  focus: number | null;
  /** The handle to fill cells beside is at this column. */
  fill: number | null;
};

type GridLineProps = {
  itemId: string;
  index: number;
  /** Null while it is being loaded. */
  row: Row | null;
  /** Of all columns, also where they are scrolled away; empty without a value. */
  name: string;
  top: number;
  height: number;
  columns: readonly RenderedColumn[];
  lastFrozen: number;
  width: number;
  selection: LineSelection | null;
  /** Whether the focus enters the grid at this row. */
  entry: number | null;
  draft: RowDraft | undefined;
  /** The colour that a rule of the view gives the row. */
  tint: RowColor | null;
  /** Others who are at a cell of this row. */
  others: readonly OtherCursor[] | null;
  isMarked: boolean;
  /** The text that is looked for, in lower case; empty for none. */
  found: string;
  mayChange: boolean;
  context: CellContext;
  /** The column that is being edited, and its editor. */
  editing: number | null;
  editor: ReactNode;
};

type CellStyle = CSSProperties & { '--start'?: string };

/** Of the column of actions, which stays where the others are scrolled. */
export const GUTTER_STYLE: CellStyle = { '--start': '0px' };

/** The style of a cell: its width, and its place where it is frozen or follows columns that are not rendered. */
export function cellStyle({ column, start }: RenderedColumn, edge: number): CellStyle {
  if (column.isFrozen) return { width: column.width, '--start': `${GUTTER + start}px` };
  return start > edge ? { width: column.width, marginInlineStart: start - edge } : { width: column.width };
}

type GutterProps = Pick<GridLineProps, 'index' | 'row' | 'entry' | 'mayChange' | 'name'>;

/** The number of a row, and what opens it. */
function Gutter(props: GutterProps & { isFocused: boolean }) {
  const { index, row, entry, mayChange, isFocused } = props;
  const intl = useIntl();
  const name = props.name || intl.formatMessage({ id: 'table.nameless_row' });
  const open = row ? intl.formatMessage({ id: 'table.open_row' }, { name }) : '';
  const acts = row && mayChange ? intl.formatMessage({ id: 'table.row_acts' }, { name }) : '';
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className={isFocused ? 'cell frozen gutter focused' : 'cell frozen gutter'}
      style={GUTTER_STYLE}
      tabIndex={entry === -1 ? 0 : -1}
      data-cell={`${index}:-1`}
      aria-label={row ? intl.formatMessage({ id: 'table.grid_row' }, { number: index + 1, name }) : undefined}
    >
      <span className="number" aria-hidden>
        {index + 1}
      </span>
      {row && (
        <span className="open">
          <button type="button" tabIndex={-1} data-open={row.id} aria-label={open} title={open}>
            <OpenIcon />
          </button>
          {mayChange && (
            <button
              type="button"
              tabIndex={-1}
              data-menu={row.id}
              aria-haspopup="menu"
              aria-label={acts}
              title={acts}
            >
              <MenuIcon />
            </button>
          )}
        </span>
      )}
    </div>
  );
}

/** What stands in a cell of a row that is there. */
function CellContent({
  itemId,
  column,
  row,
  value,
  problem,
  lines,
  context,
}: Pick<GridLineProps, 'itemId' | 'context'> & {
  column: GridColumn;
  row: Row;
  value: unknown;
  problem: string | undefined;
  /** Lines of text that fit. */
  lines: number;
}) {
  return (
    <>
      <div
        className={lines === 1 ? 'text one' : 'text'}
        dir="auto"
        style={lines === 1 ? undefined : { WebkitLineClamp: lines }}
        suppressHydrationWarning
      >
        {isPlainText(column, row) ? (
          cellText(column, row, value, context)
        ) : (
          <CellValue itemId={itemId} column={column} row={row} value={value} context={context} />
        )}
      </div>
      {problem && <span className="problem" role="img" aria-label={problem} />}
    </>
  );
}

/** A row of the grid, with the cells that are seen. Rendered again only when something of it changes. */
export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { itemId, index, row, top, height, columns, lastFrozen, width, selection, entry } = props;
  const { draft, tint, found, others, isMarked, mayChange, context, editing, editor } = props;
  const lines = Math.max(1, Math.floor((height - 14) / 20));
  const { left = 0, right = -1, focus = null, fill = null } = selection ?? {};
  let edge = 0;
  return (
    <div
      role="row"
      id={row ? `row-${row.id}` : undefined}
      aria-rowindex={index + 2}
      aria-current={isMarked || undefined}
      data-marked={isMarked || undefined}
      data-tint={tint ?? undefined}
      className={row ? 'line' : 'line loading'}
      style={{ height, width, transform: `translateY(${top}px)` }}
    >
      <Gutter {...{ index, row, entry, mayChange }} name={props.name} isFocused={focus === -1} />
      {columns.map((rendered) => {
        const { column, index: at } = rendered;
        const style = cellStyle(rendered, edge);
        edge = rendered.start + column.width;
        const isEditing = editing === at;
        const problem = row ? problemOf(row, draft, column.name) : undefined;
        const isSelected = at >= left && at <= right;
        const className = [
          'cell',
          column.isFrozen && 'frozen',
          at === lastFrozen && 'last',
          column.isNumeric && 'numeric',
          isSelected && 'selected',
          focus === at && 'focused',
          draft?.refused[column.name] && 'refused',
          isEditing && 'editing',
          row && hasText(column, row, found, context) && 'found',
        ]
          .filter(Boolean)
          .join(' ');
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={isSelected}
            aria-readonly={!mayChange || column.isComputed || undefined}
            aria-invalid={problem ? true : undefined}
            title={problem}
            className={className}
            style={style}
            tabIndex={entry === at ? 0 : -1}
            data-cell={`${index}:${at}`}
          >
            {isEditing
              ? editor
              : row && (
                  <CellContent
                    {...{ itemId, column, row, problem, lines, context }}
                    value={shownValue(row, draft, column.name)}
                  />
                )}
            {others && <OtherCursors cursors={others} column={column} isFirst={at === 0} />}
            {fill === at && !isEditing && <span className="fill" data-fill aria-hidden />}
          </div>
        );
      })}
    </div>
  );
});
