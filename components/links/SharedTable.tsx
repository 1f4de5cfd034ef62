import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { cardStyle } from '#components/table/cards/card-style.ts';
import { CellValue } from '#components/table/cells/CellValue.tsx';
import { type CellContext, valuesOf } from '#components/table/cells/cell-text.ts';
import { ValueList } from '#components/table/cells/ValueList.tsx';
import { type GridColumn, shownColumns } from '#components/table/columns/grid-columns.ts';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { PageLinks } from '#components/ui/PageLinks.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import type { SharedRow } from '#lib/contract/shared-view.ts';
import type { Row } from '#lib/contract/table.ts';
import { apiBase } from '#services/http.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import type { LoadedView } from './load-shared-view.ts';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  margin: ${space(6)} auto 0;

  > form {
    max-width: 360px;
  }
`;

const Title = styled.h1`
  font-size: 28px;
  font-weight: 700;
  line-height: 1.25;
  letter-spacing: -0.015em;
  overflow-wrap: anywhere;
`;

const Frame = styled.div`
  overflow-x: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  &:focus-visible {
    outline-offset: 2px;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }

  th,
  td {
    min-width: 120px;
    max-width: 420px;
    padding: ${space(2)} ${space(3)};
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  th {
    border-bottom: 1px solid ${color('line')};
    color: ${color('quiet')};
    font-weight: 500;
    white-space: nowrap;
  }

  tr + tr > td {
    border-top: 1px solid ${color('line')};
  }

  .number {
    text-align: end;
  }

  ${cardStyle}
`;

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
  gap: ${space(3)};
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    padding: ${space(3)} ${space(4)};
    border: 1px solid ${color('line')};
    border-radius: ${radius('card')};
    background: ${color('surface')};
    overflow-wrap: anywhere;
  }

  ${cardStyle}
`;

const Wide = styled.div`
  ${below('md')} {
    display: none;
  }
`;

const NOBODY = { id: '', name: '' };

/** A row as cells read it: of what only members see, nothing is there. */
const asRow = (row: SharedRow): Row => ({
  ...row,
  position: 0,
  revision: 0,
  created_at: '',
  updated_at: '',
  created_by: NOBODY,
  updated_by: NOBODY,
});

type RowsProps = {
  rows: readonly Row[];
  columns: readonly GridColumn[];
  context: CellContext;
  label: string;
};

function RowTable({ rows, columns, context, label }: RowsProps) {
  return (
    <Frame role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" dir="auto" className={column.isNumeric ? 'number' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.id} dir="auto" className={column.isNumeric ? 'number' : undefined}>
                  <CellValue
                    itemId=""
                    column={column}
                    row={row}
                    value={row.values[column.name]}
                    context={context}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

function RowCards({ rows, columns, context, label }: RowsProps) {
  return (
    <Cards aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <ValueList
            itemId=""
            row={row}
            columns={columns.filter(
              ({ name }) => valuesOf(row.values[name]).length > 0 || row.restricted?.includes(name),
            )}
            context={context}
          />
        </li>
      ))}
    </Cards>
  );
}

const Narrow = styled.div`
  display: none;

  ${below('md')} {
    display: block;
  }
`;

/** A view of a table for the holder of its link: read only, and readable without a script. */
export function SharedTable({ loaded }: { loaded: LoadedView }) {
  const intl = useIntl();
  const { view, rows: sent, path, q, page, hasMore } = loaded;
  const columns = useMemo(() => shownColumns(view.columns), [view.columns]);
  const rows = useMemo(() => sent.map(asRow), [sent]);
  const context: CellContext = {
    locale: view.locale ?? intl.locale,
    timeZone: view.time_zone ?? undefined,
    people: new Map(),
    restricted: intl.formatMessage({ id: 'table.restricted' }),
    fileUrl: (id) => `${apiBase()}shared-views/${view.id}/files/${encodeURIComponent(id)}/`,
  };
  const pageAt = (number: number) =>
    `${path}?${new URLSearchParams({ ...(q ? { q } : {}), page: String(number) }).toString()}`;
  const shared = { rows, columns, context, label: view.name };
  return (
    <Column>
      <PageTitle title={view.name} />
      <Title dir="auto">{view.name}</Title>
      <form action={path}>
        <SearchField name="q" defaultValue={q} label={intl.formatMessage({ id: 'table.shared_search' })} />
      </form>
      {rows.length === 0 && (
        <EmptyState title={<FormattedMessage id={q ? 'table.nothing_found' : 'table.shared_empty'} />} />
      )}
      {rows.length > 0 &&
        (view.type === 'gallery' ? (
          <RowCards {...shared} />
        ) : (
          <>
            <Wide>
              <RowTable {...shared} />
            </Wide>
            <Narrow>
              <RowCards {...shared} />
            </Narrow>
          </>
        ))}
      <PageLinks page={page} hasMore={hasMore} hrefOf={pageAt} />
    </Column>
  );
}
