import Link from 'next/link';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Card, List, Lists } from '#components/table/board/board-style.ts';
import { CARD_VALUES } from '#components/table/cards/card-style.ts';
import { CellValue } from '#components/table/cells/CellValue.tsx';
import { cellText, valuesOf } from '#components/table/cells/cell-text.ts';
import { ValueList } from '#components/table/cells/ValueList.tsx';
import type { GridColumn } from '#components/table/columns/grid-columns.ts';
import { buildRow } from '#components/table/layouts/build-row.ts';
import { groupTitleColumn } from '#components/table/layouts/use-groups.ts';
import { LinkButton } from '#components/ui/Button.tsx';
import type { SharedRow } from '#lib/contract/shared-view.ts';
import { space } from '#styles/tokens.ts';
import type { SharedList } from './load-shared-view.ts';
import { asRow } from './shared-row.ts';
import { type RowAddress, type SharedRowsProps, useSharedRowName } from './shared-rows.ts';

const PlainCard = styled(Card)`
  padding-inline-end: ${space(3)};
`;

const Groups = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};

  h2 {
    display: flex;
    gap: ${space(2)};
    align-items: baseline;
    margin: 0 0 ${space(2)};
    font-size: 16px;
  }

  small {
    font-size: 13px;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }

  /* The same widths in every group, so that the columns of all groups line up. */
  table {
    table-layout: fixed;
  }

  table th {
    width: 180px;
    white-space: normal;
  }
`;

type ListTitleProps = Pick<SharedRowsProps, 'context'> & {
  group: GridColumn;
  value: SharedList['value'];
  /** What linked rows are called, where rows are grouped by links. */
  linked: SharedRow['linked'];
};

/** The value that the rows of a list have. */
export function ListTitle({ group, value, linked, context }: ListTitleProps) {
  if (value === null) return <FormattedMessage id="table.group_empty" />;
  const column = groupTitleColumn(group);
  const row = { ...buildRow(), ...(linked ? { linked } : {}) };
  return <CellValue itemId="" column={column} row={row} value={value} context={context} />;
}

type SharedListsProps = Pick<SharedRowsProps, 'columns' | 'context'> & {
  group: GridColumn;
  lists: readonly SharedList[];
  /** Leads to all rows of a list. */
  listAddress: (value: SharedList['value']) => string;
};

function MoreOf({ list, listAddress }: Pick<SharedListsProps, 'listAddress'> & { list: SharedList }) {
  if (list.more)
    return (
      <p>
        <FormattedMessage id="table.group_too_long" values={{ count: list.more }} />
      </p>
    );
  if (list.rows.length >= list.count) return null;
  return (
    <LinkButton size="small" variant="quiet" href={listAddress(list.value)} prefetch={false}>
      <FormattedMessage id="table.shared_all" values={{ count: list.count }} />
    </LinkButton>
  );
}

function BoardCard({
  row,
  columns,
  context,
  addressOf,
}: Pick<SharedRowsProps, 'columns' | 'context'> & { row: SharedRow; addressOf: RowAddress }) {
  const name = useSharedRowName(columns, context)(row);
  const filled = columns.slice(1).filter((column) => valuesOf(row.values[column.name]).length > 0);
  return (
    <PlainCard data-tint={row.color}>
      <Link className="name" dir="auto" prefetch={false} href={addressOf(row)}>
        {name}
      </Link>
      <ValueList itemId="" row={asRow(row)} columns={filled.slice(0, CARD_VALUES)} context={context} />
    </PlainCard>
  );
}

/** A board of a shared view: a list of cards for each value of a column. */
export function SharedBoard({
  group,
  lists,
  listAddress,
  columns,
  context,
  addressOf,
}: SharedListsProps & { addressOf: RowAddress }) {
  const cards = columns.filter(({ id }) => id !== group.id);
  return (
    <Lists>
      {lists.map((list) => (
        <List
          key={JSON.stringify(list.value)}
          aria-label={list.value === null ? undefined : cellText(group, buildRow(), list.value, context)}
        >
          <header>
            <h2 dir="auto">
              <ListTitle group={group} value={list.value} linked={list.linked} context={context} />
            </h2>
            <small>
              <FormattedMessage id="table.board_count" values={{ count: list.count }} />
            </small>
          </header>
          <div>
            {list.rows.length === 0 && (
              <p>
                <FormattedMessage id="table.board_empty" />
              </p>
            )}
            <ul>
              {list.rows.map((row) => (
                <BoardCard key={row.id} columns={cards} {...{ row, context, addressOf }} />
              ))}
            </ul>
            <MoreOf list={list} listAddress={listAddress} />
          </div>
        </List>
      ))}
    </Lists>
  );
}

/** Rows of a shared view in groups, by the values of a column. */
export function SharedGroups({
  group,
  lists,
  listAddress,
  context,
  render,
}: Omit<SharedListsProps, 'columns'> & { render: (rows: readonly SharedRow[]) => ReactNode }) {
  return (
    <Groups>
      {lists.map((list, at) => (
        <section key={JSON.stringify(list.more ? [list.value, at] : list.value)}>
          <h2 dir="auto">
            <ListTitle group={group} value={list.value} linked={list.linked} context={context} />
            <small>
              <FormattedMessage id="table.count" values={{ count: list.count }} />
            </small>
          </h2>
          {!list.more && render(list.rows)}
          <MoreOf list={list} listAddress={listAddress} />
        </section>
      ))}
    </Groups>
  );
}
