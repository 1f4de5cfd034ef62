import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { CellValue } from '#components/table/cells/CellValue.tsx';
import { cellText } from '#components/table/cells/cell-text.ts';
import { valueStyle } from '#components/table/cells/value-style.ts';
import { type GridColumn, shownColumns, writtenAs } from '#components/table/columns/grid-columns.ts';
import { useCellContext } from '#components/table/use-cell-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { isChoice } from '#lib/fields/field-types.ts';
import { embedTarget } from '#lib/text/embed-address.ts';
import { listColumns, listRows } from '#services/table.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { useNextRows } from './use-next-rows.ts';

/** Rows of a table within a text that are loaded at a time. */
const ROWS_SHOWN = 100;
const COLUMNS_SHOWN = 12;

const Frame = styled.div`
  max-height: 420px;
  margin-top: ${space(2)};
  overflow: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};

  > table {
    display: table;
    width: 100%;
    font-size: 13px;
    line-height: 1.5;
  }

  th,
  td {
    max-width: 260px;
    padding: ${space(1)} ${space(3)};
    border-width: 0 0 1px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  th {
    position: sticky;
    top: 0;
    background: ${color('surface')};
    box-shadow: 0 1px ${color('line')};
  }

  tr:last-child > td {
    border-bottom: 0;
  }

  @media print {
    max-height: none;
  }

  td[data-numeric],
  th[data-numeric] {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  ${valueStyle}

  > p {
    padding: ${space(2)} ${space(3)};
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const LOOKS: ReadonlySet<string | null> = new Set(['rating', 'link', 'person']);

/** Whether a cell is shown as tags or stars; others are their texts. */
const hasLook = (column: GridColumn): boolean => {
  const { field, tableType } = writtenAs(column);
  return isChoice(field) || LOOKS.has(tableType);
};

/** The rows of a table as they are now, a page at a time, by the rights of the reader; nothing where they can't be read. */
function EmbeddedTable({ id, title }: Pick<Place, 'id' | 'title'>) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['embeds', 'table', id],
    // Anybody who comes back to the page sees the rows of then.
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal, pageParam }) => {
      const [columns, page] = await Promise.all([
        listColumns(id, signal),
        listRows(id, { page_size: ROWS_SHOWN, ...(pageParam ? { after: pageParam } : {}) }, signal),
      ]);
      return { columns, rows: page.data, next: page.next };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  });
  // As the last page was read: a column of before is in no row of it.
  const known = data?.pages.at(-1)?.columns ?? [];
  // Linked rows are their titles: their pages are a click further, in the table.
  const { rowAddress: _, ...context } = useCellContext(known).context;
  if (!data || known.length === 0) return null;
  const columns = shownColumns(known).slice(0, COLUMNS_SHOWN);
  const rows = data.pages.flatMap((page) => page.rows);
  return (
    <Frame role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, label, isNumeric }) => (
              <th key={name} scope="col" data-numeric={isNumeric || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.name} dir="auto" data-numeric={column.isNumeric || undefined}>
                  {hasLook(column) ? (
                    <CellValue
                      itemId={id}
                      column={column}
                      row={row}
                      value={row.values[column.name]}
                      context={context}
                    />
                  ) : (
                    cellText(column, row, row.values[column.name], context)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p>
          <FormattedMessage id="embed.table_empty" />
        </p>
      )}
      {hasNextPage && (
        <p>
          <Button size="small" variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <FormattedMessage id="table.more" />
          </Button>
        </p>
      )}
    </Frame>
  );
}

type Place = { key: string; id: string; title: string; element: HTMLElement };

type EmbeddedTablesProps = {
  text: RefObject<HTMLElement | null>;
  /** What the text shows. */
  html: string;
};

/** The rows of the tables that a text embeds, below their cards; of its views the next rows in their place. */
export const EmbeddedTables = withQueries(function EmbeddedTables({ text, html }: EmbeddedTablesProps) {
  const [places, setPlaces] = useState<Place[]>([]);
  useNextRows(text, html);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other places
  useEffect(() => {
    const cards =
      text.current?.querySelectorAll<HTMLElement>('[data-embed] > [data-embed-card="table"]') ?? [];
    const found = [...cards].flatMap((card, at) => {
      const frame = card.parentElement;
      const target = embedTarget(frame?.dataset.embed);
      if (!frame || target?.kind !== 'item') return [];
      const element = document.createElement('div');
      frame.append(element);
      const title = card.querySelector('strong')?.textContent ?? '';
      return [{ key: `${at} ${target.id}`, id: target.id, title, element }];
    });
    setPlaces(found);
    return () => {
      for (const { element } of found) element.remove();
    };
  }, [text, html]);
  return places.map(({ key, element, ...place }) => createPortal(<EmbeddedTable {...place} />, element, key));
});
