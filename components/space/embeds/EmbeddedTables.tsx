import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { cellText } from '#components/table/cells/cell-text.ts';
import { shownColumns } from '#components/table/columns/grid-columns.ts';
import { useCellContext } from '#components/table/use-cell-context.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { embedTarget } from '#lib/text/embed-address.ts';
import { listColumns, listRows } from '#services/table.ts';
import { color, radius, space } from '#styles/tokens.ts';

/** Of a table within a text; the rest is on its own page. */
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

  > p {
    padding: ${space(2)} ${space(3)};
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** The first rows of a table as they are now, by the rights of the reader; nothing where they can't be read. */
function EmbeddedTable({ id, title }: Pick<Place, 'id' | 'title'>) {
  const { data } = useQuery({
    queryKey: ['embeds', 'table', id],
    // Anybody who comes back to the page sees the rows of then.
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }) => {
      const [columns, page] = await Promise.all([
        listColumns(id, signal),
        listRows(id, { page_size: ROWS_SHOWN }, signal),
      ]);
      return { columns, rows: page.data, hasMore: Boolean(page.next) };
    },
  });
  const { context } = useCellContext(data?.columns ?? []);
  if (!data || data.columns.length === 0) return null;
  const columns = shownColumns(data.columns).slice(0, COLUMNS_SHOWN);
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
          {data.rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.name} dir="auto" data-numeric={column.isNumeric || undefined}>
                  {cellText(column, row, row.values[column.name], context)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data.rows.length === 0 && (
        <p>
          <FormattedMessage id="embed.table_empty" />
        </p>
      )}
      {data.hasMore && (
        <p>
          <FormattedMessage id="embed.table_more" values={{ count: ROWS_SHOWN }} />
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

/** The rows of the tables that a text embeds, below their cards. */
export const EmbeddedTables = withQueries(function EmbeddedTables({ text, html }: EmbeddedTablesProps) {
  const [places, setPlaces] = useState<Place[]>([]);
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
