import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { TableImport } from '#lib/contract/table-import.ts';
import { listImports, ROW_PAGE_SIZE } from '#services/table.ts';
import { color, space } from '#styles/tokens.ts';
import { orListError } from '../rows/row-queries.ts';
import { ImportedPeople } from './ImportedPeople.tsx';
import { RefusedLinesLink } from './RefusedLinesLink.tsx';

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    padding-block: ${space(3)};
    border-bottom: 1px solid ${color('line')};
    overflow-wrap: anywhere;
  }

  > li:last-child {
    border-bottom: 0;
  }

  p {
    color: ${color('quiet')};
    font-size: 13px;
  }

  p[data-tone='error'] {
    color: ${color('error')};
  }
`;

function ImportLine({ entry }: { entry: TableImport }) {
  const { file_name: name, done, rejected, partial, people, state } = entry;
  const isOver = state === 'ready' || state === 'failed';
  return (
    <li>
      {name === null ? <FormattedMessage id="table.imports_file_unnamed" /> : <bdi>{name}</bdi>}
      <p>
        <FormattedMessage
          id="table.imports_by"
          values={{ name: entry.created_by.name || '—', when: <RelativeTime value={entry.created_at} /> }}
        />
      </p>
      <p>
        {isOver && people ? (
          <ImportedPeople of={{ people, done, rejected }} />
        ) : (
          <FormattedMessage
            id={isOver ? 'table.import_done' : entry.paused ? 'table.imports_paused' : 'table.imports_open'}
            values={{ done, rejected }}
          />
        )}
      </p>
      {isOver && partial !== undefined && (
        <p>
          <FormattedMessage
            id={people ? 'table.import_in_part' : 'table.import_rows_in_part'}
            values={{ partial }}
          />
        </p>
      )}
      {isOver && entry.reason && <p data-tone="error">{entry.reason}</p>}
      <RefusedLinesLink of={entry} />
    </li>
  );
}

/** The files that were imported into a table, with what became of their lines. */
export function ImportList({ itemId, onClose }: { itemId: string; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['imports', itemId, page],
    queryFn: ({ signal }) => orListError(listImports(itemId, { page }, signal)),
    staleTime: 0,
  });
  return (
    <Modal
      open
      width={640}
      onClose={onClose}
      title={<FormattedMessage id="table.imports" />}
      footer={
        <>
          {page > 1 && (
            <Button onClick={() => setPage(page - 1)}>
              <FormattedMessage id="table.imports_newer" />
            </Button>
          )}
          {data?.length === ROW_PAGE_SIZE && (
            <Button onClick={() => setPage(page + 1)}>
              <FormattedMessage id="table.imports_older" />
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
        </>
      }
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState title={<FormattedMessage id="table.imports_none" />} />}
      <List>
        {data?.map((entry) => (
          <ImportLine key={entry.id} entry={entry} />
        ))}
      </List>
    </Modal>
  );
}
