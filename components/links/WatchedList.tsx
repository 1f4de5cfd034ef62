import { BellOff } from 'lucide-react';
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
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { WatchedItem } from '#lib/contract/watch.ts';
import type { ListPage } from '#services/http.ts';
import { listWatched, setWatch } from '#services/watching.ts';
import { space } from '#styles/tokens.ts';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

/** What the user watches in a hub, unread changes first, each with a button that ends it. */
export const WatchedList = withQueries(function WatchedList({
  handle,
  first,
}: {
  handle: string;
  first: ListPage<WatchedItem>;
}) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const list = useListQuery<WatchedItem>({
    of: ['watched', handle],
    first,
    load: ({ page }, signal) => listWatched({ page }, signal),
    idOf: ({ id }) => id,
  });

  const unwatch = async ({ id, title }: WatchedItem) => {
    setBusy(id);
    try {
      await setWatch(id, false);
      list.remove(id);
      toast({ text: <FormattedMessage id="item.unwatched" values={{ title }} /> });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setBusy(null);
    }
  };

  if (list.entries.length === 0 && !list.loading && list.error === null) {
    return (
      <EmptyState
        title={<FormattedMessage id="watched.none" />}
        text={<FormattedMessage id="watched.none_text" />}
      />
    );
  }
  return (
    <Column>
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
            notes={item.unread ? [<FormattedMessage key="unread" id="watched.unread" />] : []}
            actions={
              <Button
                size="small"
                icon={BellOff}
                busy={busy === item.id}
                aria-label={intl.formatMessage({ id: 'watched.stop_named' }, { title: item.title })}
                onClick={() => void unwatch(item)}
              >
                <FormattedMessage id="item.unwatch" />
              </Button>
            }
          />
        ))}
      </EntryList>
      <ListFooter list={list} />
    </Column>
  );
});
