import { ArchiveRestore } from 'lucide-react';
import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import { listItems, unarchiveItem } from '#services/item.ts';
import { space as gap } from '#styles/tokens.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${gap(4)};
`;

type ArchivedItemsProps = {
  handle: string;
  space: Pick<Space, 'slug' | 'name'>;
  onClose: () => void;
  /** Something is back in the space's lists. */
  onUnarchived: () => void;
};

/** What is archived in a space, and how to take it back. */
export const ArchivedItems = withQueries(function ArchivedItems(props: ArchivedItemsProps) {
  const { handle, space, onClose, onUnarchived } = props;
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const list = useListQuery<Item>({
    of: ['archived items', space.slug],
    first: null,
    load: ({ page }, signal) => listItems(space.slug, { page, archived: true, sort: '-updated_at' }, signal),
    idOf: ({ id }) => id,
  });
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  const isEmpty = !list.loading && list.error === null && list.entries.length === 0;

  const unarchive = async ({ id, title }: Item) => {
    setBusy(id);
    try {
      await unarchiveItem(id);
      list.remove(id);
      toast({ tone: 'success', text: <FormattedMessage id="item.unarchived" values={{ title }} /> });
      onUnarchived();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setBusy(null);
    }
  };

  return (
    <Modal
      open
      onClose={onClose}
      width={680}
      title={<FormattedMessage id="archived_items.title" values={{ space: <bdi>{space.name}</bdi> }} />}
    >
      <Parts>
        {isEmpty && (
          <EmptyState
            title={<FormattedMessage id="archived_items.none" />}
            text={<FormattedMessage id="archived_items.none_text" />}
          />
        )}
        {slow && <SkeletonList rows={3} />}
        {list.entries.length > 0 && (
          <EntryList>
            {list.entries.map((item) => (
              <EntryRow
                key={item.id}
                mark={<KindIcon kind={item.kind} labelled />}
                name={
                  <NextLink href={itemPath(handle, item)} prefetch={false}>
                    <bdi>{item.title}</bdi>
                  </NextLink>
                }
                notes={[
                  <FormattedMessage
                    key="archived"
                    id="archived_items.since"
                    values={{ time: <RelativeTime value={item.archived_at ?? item.updated_at} /> }}
                  />,
                ]}
                actions={
                  item.allowed.includes('item.archive') && (
                    <Button
                      size="small"
                      icon={ArchiveRestore}
                      busy={busy === item.id}
                      aria-label={intl.formatMessage({ id: 'item.unarchive_named' }, { title: item.title })}
                      onClick={() => void unarchive(item)}
                    >
                      <FormattedMessage id="item.unarchive" />
                    </Button>
                  )
                }
              />
            ))}
          </EntryList>
        )}
        <ListFooter list={list} />
      </Parts>
    </Modal>
  );
});
