import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { rowName } from '../rows/table-data.ts';
import { TakenBackList } from './TakenBackList.tsx';
import type { DeletedRowsControl } from './use-deleted-rows.ts';

type DeletedRowListProps = { columns: readonly WireColumn[]; deleted: DeletedRowsControl };

/** The rows that were deleted in the last 30 days: they are searched by their names, and restored, one or many. */
export function DeletedRowList({ columns, deleted }: DeletedRowListProps) {
  const intl = useIntl();
  const { rows, list, chosen, q } = deleted;
  const areAllChosen = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const ids = rows.map(({ id }) => id);
  return (
    <TakenBackList
      list={list}
      version={`${rows.length} ${deleted.isRestoring}`}
      search={
        <SearchField
          label={intl.formatMessage({ id: 'table.deleted_search' })}
          value={deleted.typed}
          onChange={({ target }) => deleted.search(target.value)}
        />
      }
      empty={
        rows.length === 0 && (
          <FormattedMessage id={q === '' ? 'table.deleted_none' : 'table.deleted_not_found'} />
        )
      }
      more={<FormattedMessage id="table.link_more" />}
    >
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
    </TakenBackList>
  );
}
