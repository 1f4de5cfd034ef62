import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import type { Row } from '#lib/contract/table.ts';
import { HISTORY_PAGE, listRowHistory } from '#services/table-views.ts';
import { color, space } from '#styles/tokens.ts';
import { type CellContext, cellText } from '../cells/cell-text.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { orListError } from '../rows/row-queries.ts';

const Entries = styled.ol`
  display: grid;
  gap: ${space(3)};
  margin: ${space(3)} 0 0;
  padding: 0;
  list-style: none;
  font-size: 13px;

  p {
    color: ${color('quiet')};
  }

  ul {
    margin: ${space(1)} 0 0;
    padding: 0;
    list-style: none;
  }

  li {
    overflow-wrap: anywhere;
  }

  del {
    color: ${color('quiet')};
  }
`;

type RowHistoryProps = {
  itemId: string;
  row: Row;
  columns: readonly GridColumn[];
  context: CellContext;
};

function HistoryEntries({ itemId, row, columns, context }: RowHistoryProps) {
  const { data, error, refetch, ...more } = useInfiniteQuery({
    queryKey: ['row history', itemId, row.id, row.revision],
    queryFn: ({ signal, pageParam }) => orListError(listRowHistory(itemId, row.id, pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === HISTORY_PAGE ? pages.length + 1 : undefined),
  });
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rows={3} />;
  const textOf = (id: string, value: unknown) => {
    const column = columns.find((one) => one.id === id);
    if (value === null || value === undefined) return '—';
    return column ? cellText(column, row, value, context) : String(value);
  };
  return (
    <>
      <Entries>
        {data.pages.flat().map(({ kind, at, by, changes }) => (
          <li key={`${kind}:${at}`}>
            <p>
              <FormattedMessage id={`table.history_${kind}`} values={{ name: by.name || '—' }} />{' '}
              <RelativeTime value={at} />
            </p>
            <ul>
              {changes.map(({ column_id, label, from, to }) => (
                <li key={column_id} dir="auto">
                  {label ?? <FormattedMessage id="table.history_gone" />}:{' '}
                  <del>{textOf(column_id, from)}</del> → {textOf(column_id, to)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </Entries>
      {error && <ErrorState message={error.message} onRetry={() => void more.fetchNextPage()} />}
      {more.hasNextPage && !error && (
        <Button size="small" busy={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
          <FormattedMessage id="table.history_more" />
        </Button>
      )}
    </>
  );
}

/** Who changed which cell of a row when; it is loaded when it is opened. */
export function RowHistory(props: RowHistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section>
      <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <FormattedMessage id="table.history" />
      </Button>
      {isOpen && <HistoryEntries {...props} />}
    </section>
  );
}
