import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import { type ContactColumns, contactName } from '#lib/contacts/contact-columns.ts';
import type { ListedMerge } from '#lib/contract/contacts.ts';
import { listMerges } from '#services/contacts.ts';
import { color, space } from '#styles/tokens.ts';
import { contactsKey } from './use-contacts.ts';

const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};
  margin-top: ${space(4)};

  > h2 {
    font-size: 16px;
  }

  > p {
    color: ${color('quiet')};
    font-size: 13px;
  }

  > div {
    margin-top: ${space(2)};
  }
`;

type MergeListProps = {
  itemId: string;
  columns: ContactColumns;
  onUndo: (merge: ListedMerge) => Promise<void>;
};

/** The merges of the last 30 days, each with a button to undo it; nothing where there are none. */
export function MergeList({ itemId, columns, onUndo }: MergeListProps) {
  const intl = useIntl();
  const list = useListQuery<ListedMerge>({
    of: [...contactsKey(itemId), 'merges'],
    first: null,
    load: ({ page }, signal) => listMerges(itemId, page, signal),
    idOf: ({ id }) => id,
  });
  if (list.entries.length === 0) return null;
  return (
    <Part aria-label={intl.formatMessage({ id: 'contacts.merges' })}>
      <h2>
        <FormattedMessage id="contacts.merges" />
      </h2>
      <p>
        <FormattedMessage id="contacts.merges_text" />
      </p>
      <EntryList $framed>
        {list.entries.map((merge) => {
          const { id, row, merges, merged, made_at, made_by, undone_at } = merge;
          const isRun = merges > 1;
          const name = isRun
            ? intl.formatMessage({ id: 'contacts.merge_run' }, { count: merges })
            : (row && contactName(row, columns)) || intl.formatMessage({ id: 'contacts.nameless' });
          return (
            <EntryRow
              key={id}
              mark={<Avatar name={name} seed={row?.id ?? id} size={36} />}
              name={name}
              notes={[
                <span key="what">
                  <FormattedMessage
                    id={isRun ? 'contacts.merge_run_entry' : 'contacts.merge_entry'}
                    values={{ count: merged }}
                  />
                  {' · '}
                  <RelativeTime value={made_at} />
                  {made_by.name && <> · {made_by.name}</>}
                </span>,
              ]}
              actions={
                undone_at ? (
                  <Badge tone="info">
                    <FormattedMessage id="contacts.merge_is_undone" />
                  </Badge>
                ) : (
                  <Button
                    size="small"
                    aria-label={intl.formatMessage({ id: 'contacts.merge_undo_label' }, { name })}
                    onClick={() => void onUndo(merge)}
                  >
                    <FormattedMessage id={isRun ? 'contacts.merge_undo_all' : 'contacts.merge_undo'} />
                  </Button>
                )
              }
            />
          );
        })}
      </EntryList>
      {list.hasMore && (
        <div>
          <Button busy={list.loading} onClick={() => void list.loadMore()}>
            <FormattedMessage id="action.show_more" />
          </Button>
        </div>
      )}
    </Part>
  );
}
