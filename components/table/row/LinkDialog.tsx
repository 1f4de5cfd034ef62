import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { useDebounced } from '#context/use-debounced.ts';
import type { Row } from '#lib/contract/table.ts';
import { listColumns, listRows } from '#services/table.ts';
import { color, space } from '#styles/tokens.ts';
import { valuesOf } from '../cells/cell-text.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { orListError } from '../rows/row-queries.ts';
import { rowName } from '../rows/table-data.ts';

const List = styled.ul`
  max-height: 320px;
  margin: ${space(3)} 0 0;
  padding: 0;
  overflow: auto;
  list-style: none;

  label {
    display: flex;
    gap: ${space(3)};
    align-items: center;
    min-height: 44px;
    border-bottom: 1px solid ${color('line')};
    overflow-wrap: anywhere;
  }

  em {
    color: ${color('quiet')};
  }
`;

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 200;
const FOUND_MAX = 30;

type LinkDialogProps = {
  row: Row;
  column: GridColumn;
  value: unknown;
  onSave: (ids: string[]) => void;
  onClose: () => void;
};

/** Chooses the rows of another table that a row links to. */
export function LinkDialog({ row, column, value, onSave, onClose }: LinkDialogProps) {
  const intl = useIntl();
  const tableId = column.column.table ?? '';
  const isOne = column.column.multiple === false;
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), PAUSE);
  const [chosen, setChosen] = useState(() =>
    valuesOf(value).map((one) => {
      const id = String(one);
      const linked = row.linked?.[id];
      return { id, title: linked && 'title' in linked ? linked.title : null };
    }),
  );
  const { data, error } = useQuery({
    queryKey: ['linked table', tableId, q],
    queryFn: ({ signal }) =>
      orListError(
        Promise.all([
          listColumns(tableId, signal),
          listRows(tableId, { page_size: FOUND_MAX, ...(q ? { q } : {}) }, signal),
        ]),
      ),
  });
  const [columns, page] = data ?? [];
  const found = (page?.data ?? [])
    .filter(({ id }) => !chosen.some((one) => one.id === id))
    .map((one) => ({
      id: one.id,
      title: rowName(columns ?? [], one) || intl.formatMessage({ id: 'table.nameless_row' }),
    }));
  const toggle = (one: { id: string; title: string | null }, isChosen: boolean) => {
    if (!isChosen) setChosen(chosen.filter(({ id }) => id !== one.id));
    else setChosen(isOne ? [one] : [...chosen, one]);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={column.label}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="primary"
            disabled={Boolean(error)}
            onClick={() => {
              onSave(chosen.map(({ id }) => id));
              onClose();
            }}
          >
            <FormattedMessage id="table.save" />
          </Button>
        </>
      }
    >
      {error ? (
        <Notice tone="warning">
          <FormattedMessage id="table.link_restricted" />
        </Notice>
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
    </Modal>
  );
}
