import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { dialogListStyle } from '#components/ui/dialog-list-style.ts';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { ListError } from '#context/list-error.ts';
import { useDebounced } from '#context/use-debounced.ts';
import { listRows } from '#services/table.ts';
import { color, space } from '#styles/tokens.ts';
import { columnsOptions, orListError } from '../rows/row-queries.ts';
import { rowName } from '../rows/table-data.ts';
import type { LinkedRow } from './linked-rows.ts';

const List = styled.ul`
  ${dialogListStyle}
  max-height: 320px;
  margin-top: ${space(3)};
  overflow: auto;

  em {
    color: ${color('quiet')};
  }
`;

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 200;
const PAGE = 30;

type LinkDialogProps = {
  label: string;
  /** The table whose rows are linked to. */
  tableId: string;
  /** Whether at most one row is linked to. */
  isOne: boolean;
  linked: readonly LinkedRow[];
  onSave: (linked: LinkedRow[]) => void;
  onClose: () => void;
};

/** Chooses the rows of another table that a row links to. */
export function LinkDialog({ label, tableId, isOne, linked, onSave, onClose }: LinkDialogProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), PAUSE);
  const [chosen, setChosen] = useState<LinkedRow[]>([...linked]);
  const columns = useQuery(columnsOptions(tableId));
  const rows = useInfiniteQuery({
    queryKey: ['linked table', tableId, q],
    queryFn: ({ signal, pageParam }) =>
      orListError(
        listRows(
          tableId,
          { page_size: PAGE, ...(q ? { q } : {}), ...(pageParam ? { after: pageParam } : {}) },
          signal,
        ),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  });
  const error = columns.error ?? rows.error;
  // Anybody who may not see the table gains nothing by another try.
  const mayLoad = error instanceof ListError && error.retryAfter !== null;
  const found = (columns.data && rows.data ? rows.data.pages.flatMap(({ data }) => data) : [])
    .filter(({ id }) => !chosen.some((one) => one.id === id))
    .map((one) => ({
      id: one.id,
      title: rowName(columns.data ?? [], one) || intl.formatMessage({ id: 'table.nameless_row' }),
    }));
  const toggle = (one: LinkedRow, isChosen: boolean) => {
    if (!isChosen) setChosen(chosen.filter(({ id }) => id !== one.id));
    else setChosen(isOne ? [one] : [...chosen, one]);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={label}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="primary"
            disabled={Boolean(error)}
            onClick={() => {
              onSave(chosen);
              onClose();
            }}
          >
            <FormattedMessage id="table.save" />
          </Button>
        </>
      }
    >
      {error && mayLoad && (
        <ErrorState
          message={error.message}
          onRetry={() => void Promise.all([columns.refetch(), rows.refetch()])}
        />
      )}
      {error ? (
        !mayLoad && (
          <Notice tone="warning">
            <FormattedMessage id="table.link_restricted" />
          </Notice>
        )
      ) : (
        <SearchField
          label={intl.formatMessage({ id: 'table.link_search' })}
          value={typed}
          data-autofocus
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <List>
        {[...chosen, ...found].map((one) => (
          <li key={one.id}>
            <label>
              <input
                type="checkbox"
                disabled={Boolean(error)}
                checked={chosen.some(({ id }) => id === one.id)}
                onChange={({ target }) => toggle(one, target.checked)}
              />
              {one.title === null ? (
                <em>
                  <FormattedMessage id="table.restricted" />
                </em>
              ) : (
                <span dir="auto">{one.title || '—'}</span>
              )}
            </label>
          </li>
        ))}
      </List>
      {rows.hasNextPage && !error && (
        <Button size="small" busy={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
          <FormattedMessage id="table.link_more" />
        </Button>
      )}
    </Modal>
  );
}
