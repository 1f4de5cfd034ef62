import { EllipsisVertical, TriangleAlert } from 'lucide-react';
import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import type { Row } from '#lib/contract/table.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { CellValue } from '../cells/CellValue.tsx';
import { type CellContext, cellText, valuesOf } from '../cells/cell-text.ts';
import { menuPlace } from '../cells/menu-place.ts';
import { problemOf, shownValue } from '../changes/cell-writer.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { ColorOfRow } from '../colors/row-colors.ts';
import { tints } from '../colors/tint-style.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { PAGE_SIZE } from '../rows/row-pages.ts';
import { indexOfRow, unbrokenRows } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import { CardCursors } from './CardCursors.tsx';
import { Cover } from './Cover.tsx';
import { cardStyle } from './card-style.ts';
import { CursorsContext } from './cursors-context.ts';
import { RowCheck } from './RowCheck.tsx';

/** Values of a card besides the one that names it; the others are on the page of the row. */
const VALUES = 5;

const Cards = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  margin: 0;
  padding: 0;
  list-style: none;

  &[data-gallery] {
    grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
  }
`;

const Card = styled.li`
  position: relative;
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  font-variant-numeric: tabular-nums;

  ${tints('&')}

  &[aria-current] {
    background: ${color('primaryTint')};
  }

  &:has(> .menu) {
    padding-inline-end: 84px;
  }

  > .menu {
    position: absolute;
    top: ${space(1)};
    right: ${space(1)};
    display: flex;
  }

  ${cardStyle}
`;

const More = styled.div`
  display: flex;
  justify-content: center;
  padding-block: ${space(4)};
`;

type RowCardsProps = {
  itemId: string;
  table: TableControl;
  changes: TableChanges;
  columns: readonly GridColumn[];
  mayChange: boolean;
  /** Several cards beside each other, with the first picture of each row. */
  isGallery?: boolean;
  context: CellContext;
  colorOf: ColorOfRow | null;
  onOpenRow: (row: Row) => void;
  onRowMenu: (row: Row, at: { x: number; y: number }) => void;
};

type RowCardProps = RowCardsProps & {
  row: Row;
  /** Refers to the card of the row that the address names; null for other rows. */
  card: RefObject<HTMLLIElement | null> | null;
};

/** The name of a row, and its first values that are not empty. */
function RowCard(props: RowCardProps) {
  const { itemId, changes, columns, mayChange, context, isGallery, colorOf, onOpenRow, onRowMenu } = props;
  const { row, card } = props;
  const intl = useIntl();
  const cursors = useContext(CursorsContext);
  const [first, ...others] = columns;
  const draft = changes.drafts.get(row.id);
  const name =
    (first ? cellText(first, row, shownValue(row, draft, first.name), context) : '') ||
    intl.formatMessage({ id: 'table.nameless_row' });
  const filled = others.filter(
    (column) =>
      valuesOf(shownValue(row, draft, column.name)).length > 0 || problemOf(row, draft, column.name),
  );
  return (
    <Card
      ref={card ?? undefined}
      data-row={row.id}
      aria-current={card !== null || undefined}
      data-tint={colorOf?.(row, draft) ?? undefined}
      tabIndex={card ? -1 : undefined}
      onFocus={() => cursors.move({ row_id: row.id, column_id: null })}
      onBlur={() => cursors.leave({ row_id: row.id, column_id: null })}
    >
      <CardCursors rowId={row.id} />
      {isGallery && <Cover itemId={itemId} row={row} context={context} />}
      <button type="button" className="name" dir="auto" onClick={() => onOpenRow(row)}>
        {name}
      </button>
      <dl>
        {filled.slice(0, VALUES).map((column) => {
          const problem = problemOf(row, draft, column.name);
          return (
            <div key={column.id}>
              <dt dir="auto">{column.label}</dt>
              <dd dir="auto">
                <CellValue
                  itemId={itemId}
                  column={column}
                  row={row}
                  value={shownValue(row, draft, column.name)}
                  context={context}
                />
                {problem && (
                  <span className="note">
                    <TriangleAlert aria-hidden size={13} strokeWidth={1.75} /> {problem}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {mayChange && (
        <span className="menu">
          <RowCheck row={row} name={name} />
          <IconButton
            size="small"
            icon={EllipsisVertical}
            aria-haspopup="menu"
            label={intl.formatMessage({ id: 'table.row_acts' }, { name })}
            onClick={(event) => onRowMenu(row, menuPlace(event.currentTarget))}
          />
        </span>
      )}
    </Card>
  );
}

/** Rows on a narrow screen: the first values of each, and a button that opens the row. */
export function RowCards(props: RowCardsProps) {
  const { table, isGallery = false } = props;
  const { window: known, store, total } = table;
  const marked = table.requested && !table.requested.gone ? table.requested.id : null;
  const markedAt = marked === null ? 0 : Math.max(0, indexOfRow(known, marked));
  const { from, rows } = unbrokenRows(known, markedAt);
  const to = from + rows.length;
  /** The rows that were requested here: while others load because somebody changed them, more can be requested. */
  const [wanted, setWanted] = useState({ from, to });
  const want = (first: number, past: number) => {
    setWanted({ from: first, to: past });
    store.want(first, past);
  };
  const markedCard = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (marked === null) return;
    markedCard.current?.scrollIntoView?.({ block: 'center' });
    markedCard.current?.focus({ preventScroll: true });
  }, [marked]);
  return (
    <div>
      {from > 0 && (
        <More>
          <Button
            busy={table.loading && wanted.from < from}
            onClick={() => want(Math.max(0, from - PAGE_SIZE), to)}
          >
            <FormattedMessage id="table.earlier" />
          </Button>
        </More>
      )}
      <Cards data-gallery={isGallery || undefined}>
        {rows.map((row) => (
          <RowCard key={row.id} {...props} row={row} card={row.id === marked ? markedCard : null} />
        ))}
      </Cards>
      {to < total && (
        <More>
          <Button
            busy={table.loading && wanted.to > to}
            onClick={() => want(from, Math.min(total, to + PAGE_SIZE))}
          >
            <FormattedMessage id="table.more" />
          </Button>
        </More>
      )}
    </div>
  );
}
