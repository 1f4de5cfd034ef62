import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { RowHistoryEntry } from '#lib/contract/table-rows.ts';
import { HISTORY_PAGE, listRowHistory } from '#services/table-views.ts';
import { color, space } from '#styles/tokens.ts';
import { type CellContext, cellText, valuesOf } from '../cells/cell-text.ts';
import { isOfFiles } from '../clipboard/pasted-values.ts';
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

/** A row that has what a change of it names: also links, files and people that it has no more. */
function rowOf(
  row: Row,
  { linked = {}, files = {}, people = {} }: RowHistoryEntry,
  gone: { row: string; file: string },
): Row {
  const ofRows = Object.entries(linked).map(([id, one]) => [
    id,
    'deleted' in one ? { title: gone.row } : one,
  ]);
  const ofFiles = Object.entries(files).map(([id, one]) => {
    const name = 'deleted' in one ? gone.file : one.name;
    return [id, { name, size: 0, mime: null }];
  });
  return {
    ...row,
    linked: { ...row.linked, ...Object.fromEntries(ofRows) },
    files: { ...row.files, ...Object.fromEntries(ofFiles) },
    people: { ...row.people, ...people },
  };
}

/** The name of a file that a column had which has none now, or is deleted. */
function fileName({ files = {} }: RowHistoryEntry, id: unknown): string | undefined {
  const file = typeof id === 'string' ? files[id] : undefined;
  return file && 'name' in file ? file.name : undefined;
}

const hasFile = (entry: RowHistoryEntry, value: unknown) =>
  valuesOf(value).some((one) => fileName(entry, one) !== undefined);

function HistoryEntries({ itemId, row, columns, context }: RowHistoryProps) {
  const intl = useIntl();
  const { data, error, refetch, ...more } = useInfiniteQuery({
    queryKey: ['row history', itemId, row.id, row.revision],
    queryFn: ({ signal, pageParam }) => orListError(listRowHistory(itemId, row.id, pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === HISTORY_PAGE ? pages.length + 1 : undefined),
  });
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rows={3} />;
  const gone = {
    row: intl.formatMessage({ id: 'table.history_row_gone' }),
    file: intl.formatMessage({ id: 'table.history_file_gone' }),
  };
  const textOf = (entry: RowHistoryEntry, id: string, value: unknown) => {
    const column = columns.find((one) => one.id === id);
    if (value === null || value === undefined) return '—';
    if (column && (isOfFiles(column) || !hasFile(entry, value)))
      return cellText(column, rowOf(row, entry, gone), value, context);
    return valuesOf(value)
      .map((one) => fileName(entry, one) ?? (typeof one === 'string' ? one : JSON.stringify(one)))
      .join('; ');
  };
  return (
    <>
      <Entries>
        {data.pages.flat().map((entry) => (
          <li key={`${entry.kind}:${entry.at}`}>
            <p>
              <FormattedMessage id={`table.history_${entry.kind}`} values={{ name: entry.by.name || '—' }} />{' '}
              <RelativeTime value={entry.at} />
            </p>
            <ul>
              {entry.changes.map(({ column_id, label, from, to }) => (
                <li key={column_id} dir="auto">
                  {label ?? <FormattedMessage id="table.history_gone" />}:{' '}
                  <del>{textOf(entry, column_id, from)}</del> → {textOf(entry, column_id, to)}
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
