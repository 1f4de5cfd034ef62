import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import type { ListQuery } from '#context/use-list-query.ts';
import type { TrashEntry } from '#lib/contract/trash.ts';
import { deleteTrashedItem } from '#services/trash.ts';
import { color, space as gap } from '#styles/tokens.ts';
import { TrashList } from './TrashList.tsx';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${gap(3)};
  margin-bottom: ${gap(4)};

  > p {
    color: ${color('quiet')};
  }

  > form {
    flex: 0 1 300px;
  }
`;

/** The former location of an entry, as far as the user may know it. */
function placeOf({ space, folder }: TrashEntry, withSpace: boolean) {
  const names = [...(withSpace && space.name ? [space.name] : []), ...(folder ? [folder.title] : [])];
  if (names.length === 0) return null;
  return <FormattedMessage id="trash.in" values={{ place: <bdi>{names.join(' › ')}</bdi> }} />;
}

type TrashedItemsProps = {
  list: ListQuery<TrashEntry>;
  /** Days that the hub retains items in its trash. */
  days: number;
  q: string;
  onSearch: (q: string) => void;
  /** Whether items of several spaces are shown. */
  withSpace: boolean;
  onRestore: (entry: TrashEntry) => Promise<void>;
};

/** The items in the trash, found by their title. */
export function TrashedItems({ list, days, q, onSearch, withSpace, onRestore }: TrashedItemsProps) {
  const intl = useIntl();
  return (
    <>
      <Head>
        <p>
          <FormattedMessage id="trash.text" values={{ days }} />
        </p>
        <form onSubmit={(event) => event.preventDefault()}>
          <SearchField
            label={intl.formatMessage({ id: 'trash.filter' })}
            value={q}
            maxLength={200}
            onChange={(event) => onSearch(event.target.value)}
          />
        </form>
      </Head>
      {list.entries.length === 0 && !list.loading && !list.error && (
        <p role="status">
          <FormattedMessage id="trash.nothing" />
        </p>
      )}
      <TrashList
        label={intl.formatMessage({ id: 'trash.list' })}
        list={list}
        show={(entry) => ({
          id: entry.item.id,
          mark: <KindIcon kind={entry.item.kind} labelled />,
          title: entry.item.title,
          place: placeOf(entry, withSpace),
          deletedBy: entry.deleted_by?.name ?? null,
          deletedAt: entry.deleted_at,
          expiresAt: entry.expires_at,
          mayRestore: entry.allowed.includes('item.restore'),
          mayDelete: entry.allowed.includes('item.delete'),
        })}
        onRestore={onRestore}
        onDelete={async ({ item }) => {
          await deleteTrashedItem(item.id);
        }}
        deletion={{ text: <FormattedMessage id="trash.delete_text" /> }}
      />
    </>
  );
}
