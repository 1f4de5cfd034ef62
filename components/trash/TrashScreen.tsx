import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Screen } from '#components/layout/Screen.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { TrashEntry, TrashedForm, TrashedSpace } from '#lib/contract/trash.ts';
import type { ListPage } from '#services/http.ts';
import { listTrash, listTrashedForms } from '#services/trash.ts';
import { EmptyTrashDialog } from './EmptyTrashDialog.tsx';
import { TrashedForms } from './TrashedForms.tsx';
import { TrashedItems } from './TrashedItems.tsx';
import { TrashedSpaces } from './TrashedSpaces.tsx';
import { useRestoreItem } from './use-restore-item.tsx';

const itemId = ({ item: { id } }: TrashEntry) => id;
const formId = ({ id }: TrashedForm) => id;

export type TrashScreenProps = {
  handle: string;
  hubName: string;
  /** The trash of one space; null is the hub's. */
  space: { slug: string; name: string } | null;
  items: ListPage<TrashEntry>;
  forms: ListPage<TrashedForm>;
  /** Deleted spaces, in the hub's trash. */
  spaces: ListPage<TrashedSpace> | null;
  /** Days that the hub retains items in its trash. */
  days: number;
};

function TrashScreenContent({ handle, hubName, space, items: first, forms, spaces, days }: TrashScreenProps) {
  const intl = useIntl();
  const [q, setQ] = useState('');
  const [isSearched, setIsSearched] = useState(false);
  const [emptying, setEmptying] = useState(false);
  const inSpace = space ? { space: space.slug } : {};
  const search = q.trim();
  const list = useListQuery({
    of: ['hub', handle, 'trash', 'items', inSpace],
    filter: { q: search },
    first,
    load: ({ page }, signal) => listTrash({ page, ...inSpace, ...(search ? { q: search } : {}) }, { signal }),
    idOf: itemId,
  });
  const formList = useListQuery({
    of: ['hub', handle, 'trash', 'forms', inSpace],
    first: forms,
    load: ({ page }, signal) => listTrashedForms({ page, ...inSpace }, { signal }),
    idOf: formId,
  });
  const { restore, dialog } = useRestoreItem(handle, list);
  const canEmpty =
    list.entries.some((entry) => entry.allowed.includes('item.delete')) ||
    formList.entries.some((form) => form.allowed.includes('form.delete'));

  // While the list is reloaded after a search without results, the search field stays, with the focus in it.
  const isComing = isSearched && list.loading;
  const isEmpty = list.entries.length === 0 && !list.error && !q && !isComing;
  return (
    <Screen
      title={intl.formatMessage({ id: 'trash.title' })}
      crumbs={[
        space
          ? { href: `/${handle}/${space.slug}`, label: <bdi>{space.name}</bdi> }
          : { href: `/${handle}`, label: <bdi>{hubName}</bdi> },
      ]}
      actions={
        canEmpty && (
          <Button onClick={() => setEmptying(true)}>
            <FormattedMessage id="trash.empty" />
          </Button>
        )
      }
    >
      {spaces && <TrashedSpaces handle={handle} first={spaces} />}
      <TrashedForms handle={handle} space={space?.slug ?? null} list={formList} />
      {isEmpty && formList.entries.length === 0 && (
        <EmptyState
          title={<FormattedMessage id="trash.empty_title" />}
          text={<FormattedMessage id="trash.empty_text" values={{ days }} />}
        />
      )}
      {!isEmpty && (
        <TrashedItems
          list={list}
          days={days}
          q={q}
          onSearch={(text) => {
            setQ(text);
            setIsSearched(true);
          }}
          withSpace={space === null}
          onRestore={restore}
        />
      )}
      {dialog}
      {emptying && (
        <EmptyTrashDialog
          space={space?.slug ?? null}
          onDone={() => Promise.all([list.reload(), formList.reload()])}
          onClose={() => setEmptying(false)}
        />
      )}
    </Screen>
  );
}

/** Items in the trash that can be restored, with who deleted them, and how long they stay. */
export const TrashScreen = withQueries(TrashScreenContent);
