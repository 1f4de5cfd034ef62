import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { color, space } from '#styles/tokens.ts';
import { rowName } from '../rows/table-data.ts';
import type { DeletedRowsControl } from './use-deleted-rows.ts';

const List = styled.ul`
  margin: ${space(3)} 0;
  padding: 0;
  list-style: none;

  > li {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 56px;
    border-bottom: 1px solid ${color('line')};
  }

  label {
    display: flex;
    flex: 1;
    align-items: center;
    gap: ${space(3)};
    min-width: 0;
    min-height: 44px;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color('primaryFill')};
  }

  small {
    display: block;
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

type DeletedRowListProps = { columns: readonly WireColumn[]; deleted: DeletedRowsControl };

/** The rows that were deleted in the last 30 days: they are searched by their names, and restored, one or many. */
export function DeletedRowList({ columns, deleted }: DeletedRowListProps) {
  const intl = useIntl();
  const { rows, list, chosen, q } = deleted;
  const areAllChosen = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const ids = rows.map(({ id }) => id);
  return (
    <>
      <SearchField
        label={intl.formatMessage({ id: 'table.deleted_search' })}
        value={deleted.typed}
        onChange={({ target }) => deleted.search(target.value)}
      />
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <SkeletonList rows={4} />}
      {list.data && rows.length === 0 && (
        <EmptyState
          title={<FormattedMessage id={q === '' ? 'table.deleted_none' : 'table.deleted_not_found'} />}
        />
      )}
      <List>
        {rows.length > 1 && (
          <li>
            <label>
              <input
                type="checkbox"
                checked={areAllChosen}
                onChange={({ target }) => deleted.choose(ids, target.checked)}
              />
              <FormattedMessage id="table.deleted_choose_all" values={{ count: rows.length }} />
            </label>
          </li>
        )}
        {rows.map((row) => {
          const name = rowName(columns, row) || intl.formatMessage({ id: 'table.nameless_row' });
          return (
            <li key={row.id}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(row.id)}
                  onChange={({ target }) => deleted.choose([row.id], target.checked)}
                />
                <span>
                  <span dir="auto">{name}</span>
                  <small>
                    <FormattedMessage id="table.deleted_by" values={{ name: row.deleted_by.name || '—' }} />{' '}
                    <RelativeTime value={row.deleted_at} />
                  </small>
                </span>
              </label>
              <Button
                size="small"
                busy={deleted.restoring.has(row.id)}
                disabled={deleted.isRestoring}
                aria-label={intl.formatMessage({ id: 'table.restore_row' }, { name })}
                onClick={() => void deleted.restore([row.id])}
              >
                <FormattedMessage id="table.restore" />
              </Button>
            </li>
          );
        })}
      </List>
      {list.hasNextPage && (
        <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          <FormattedMessage id="table.link_more" />
        </Button>
      )}
    </>
  );
}
