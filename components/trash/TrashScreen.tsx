import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { DisclosureDetails } from '#components/disclosure/DisclosureDetails.tsx';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { Screen } from '#components/layout/Screen.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { Visibility } from '#lib/access/roles.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item } from '#lib/contract/item.ts';
import type { TrashEntry, TrashedForm, TrashedSpace } from '#lib/contract/trash.ts';
import { disclosureOf } from '#services/disclosure.ts';
import type { ListPage } from '#services/http.ts';
import { restoreItem } from '#services/item.ts';
import { deleteTrashedItem, emptyTrash, listTrash, listTrashedForms } from '#services/trash.ts';
import { color, space as gap } from '#styles/tokens.ts';
import { RestoreVisibilityDialog } from './RestoreVisibilityDialog.tsx';
import { TrashedForms } from './TrashedForms.tsx';
import { TrashedSpaces } from './TrashedSpaces.tsx';
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
  const router = useRouter();
  const toast = useToast();
  const [q, setQ] = useState('');
  const [isSearched, setIsSearched] = useState(false);
  const [wider, setWider] = useState<{ entry: TrashEntry; disclosure: Disclosure } | null>(null);
  const disclose = useDisclosure();
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
  const nameOfSpace = ({ space: { name } }: TrashEntry) =>
    name || intl.formatMessage({ id: 'trash.its_space' });
  const canEmpty =
    list.entries.some((entry) => entry.allowed.includes('item.delete')) ||
    formList.entries.some((form) => form.allowed.includes('form.delete'));

  const restoreAs = async (entry: TrashEntry, visibility: Visibility) => {
    const restored = await disclose((accepted) => restoreItem(entry.item.id, { visibility, ...accepted }));
    setWider(null);
    if (restored) await showRestored(entry, restored.data);
  };
  const showRestored = async (entry: TrashEntry, data: Item) => {
    const { item } = entry;
    list.remove(item.id);
    const elsewhere = data.parent_id !== item.parent_id;
    toast({
      tone: 'success',
      text: (
        <FormattedMessage
          id={elsewhere ? 'trash.restored_elsewhere' : 'trash.restored'}
          values={{ title: <bdi>{item.title}</bdi>, place: <bdi>{nameOfSpace(entry)}</bdi> }}
        />
      ),
      action: {
        label: <FormattedMessage id="trash.show" />,
        onSelect: () => void router.push(itemPath(handle, data)),
      },
    });
    // Items that were restored with it may be entries of their own in this user's list.
    await list.reload();
  };

  const tryRestore = async (entry: TrashEntry) => {
    try {
      await showRestored(entry, (await restoreItem(entry.item.id)).data);
    } catch (error) {
      const disclosure = disclosureOf(error);
      if (!disclosure) throw error;
      setWider({ entry, disclosure });
    }
  };

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
                onChange={(event) => {
                  setQ(event.target.value);
                  setIsSearched(true);
                }}
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
              place: placeOf(entry, space === null),
              deletedBy: entry.deleted_by?.name ?? null,
              deletedAt: entry.deleted_at,
              expiresAt: entry.expires_at,
              mayRestore: entry.allowed.includes('item.restore'),
              mayDelete: entry.allowed.includes('item.delete'),
            })}
            onRestore={tryRestore}
            onDelete={async ({ item }) => {
              await deleteTrashedItem(item.id);
            }}
            deletion={{ text: <FormattedMessage id="trash.end_text" /> }}
          />
        </>
      )}
      {wider && (
        <RestoreVisibilityDialog
          title={
            <FormattedMessage
              id="trash.wider_title"
              values={{ title: <bdi>{wider.entry.item.title}</bdi> }}
            />
          }
          text={<FormattedMessage id="trash.wider_text" />}
          note={<DisclosureDetails disclosure={wider.disclosure} max={3} />}
          place={nameOfSpace(wider.entry)}
          submit={<FormattedMessage id="trash.restore_short" />}
          onClose={() => setWider(null)}
          onChosen={(visibility) => restoreAs(wider.entry, visibility)}
        />
      )}
      {emptying && (
        <Confirm
          title={<FormattedMessage id="trash.empty_confirm" />}
          text={<FormattedMessage id="trash.empty_confirm_text" />}
          submit={<FormattedMessage id="trash.empty" />}
          danger
          onClose={() => setEmptying(false)}
          onConfirm={async () => {
            let count = 0;
            for (let more = true; more; ) {
              const { data } = await emptyTrash(space?.slug);
              count += data.deleted;
              more = data.more;
            }
            setEmptying(false);
            toast({ text: <FormattedMessage id="trash.emptied" values={{ count }} /> });
            await Promise.all([list.reload(), formList.reload()]);
          }}
        />
      )}
    </Screen>
  );
}

/** Items in the trash that can be restored, with who deleted them, and how long they stay. */
export const TrashScreen = withQueries(TrashScreenContent);

/** The former location of an entry, as far as the user may know it. */
function placeOf({ space, folder }: TrashEntry, withSpace: boolean) {
  const names = [...(withSpace && space.name ? [space.name] : []), ...(folder ? [folder.title] : [])];
  if (names.length === 0) return null;
  return <FormattedMessage id="trash.in" values={{ place: <bdi>{names.join(' › ')}</bdi> }} />;
}
