import { CheckCheck } from 'lucide-react';
import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { Tabs } from '#components/ui/Tabs.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import { useListQuery } from '#context/use-list-query.ts';
import { reloadUnreadNotifications } from '#context/watched-unread-notifications.ts';
import type { Notification } from '#lib/contract/notification.ts';
import type { ListPage } from '#services/http.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  NOTIFICATIONS_PAGE_SIZE,
} from '#services/notifications.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { byDay, dayOf } from './days.ts';
import { NotificationRow } from './NotificationRow.tsx';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};

  > h2 {
    margin-bottom: calc(-1 * ${space(2)});
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 600;
  }
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
`;

const OfDay = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow: hidden;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
`;

const LISTS = ['all', 'unread'] as const;

type NotificationListProps = {
  /** The hub whose socket reports new ones; null for a reader without one. */
  handle: string | null;
  unread: boolean;
  namesHubs: boolean;
  first: ListPage<Notification>;
};

/** The reader's notifications in all hubs, by day, each of which opens its place and is read then. */
export const NotificationList = withQueries(function NotificationList({
  handle,
  unread,
  namesHubs,
  first,
}: NotificationListProps) {
  const intl = useIntl();
  const toast = useToast();
  const isHydrated = useIsHydrated();
  const [hasNew, setHasNew] = useState(false);
  const list = useListQuery<Notification>({
    of: ['notifications', unread],
    first,
    load: ({ after }, signal) => listNotifications({ after, unread }, signal),
    idOf: ({ id }) => id,
  });
  const reload = async () => {
    setHasNew(false);
    await list.reload();
  };
  const onChange = () => {
    // Anybody who reads on below keeps what is loaded.
    if (list.entries.length <= NOTIFICATIONS_PAGE_SIZE) void reload();
    else setHasNew(true);
  };
  useChangeEvents(
    handle,
    ({ about }) => {
      if (about === 'notifications') onChange();
    },
    onChange,
  );

  const mark = async (one: Notification, read: boolean) => {
    list.replace({ ...one, read_at: read ? new Date().toISOString() : null });
    try {
      await markNotification(one.id, read);
      reloadUnreadNotifications();
    } catch (error) {
      list.replace(one);
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  const markAll = async () => {
    try {
      await markAllNotificationsRead();
      reloadUnreadNotifications();
      toast({ tone: 'success', text: <FormattedMessage id="notifications.all_read" /> });
      await reload();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const name = unread ? 'unread' : 'all';
  const isEmpty = list.entries.length === 0 && !list.loading && list.error === null;
  return (
    <Column>
      <Tabs
        label={intl.formatMessage({ id: 'notifications.title' })}
        current={name}
        items={LISTS.map((key) => ({
          key,
          label: <FormattedMessage id={`notifications.list_${key}`} />,
          href: key === 'all' ? '/notifications' : '/notifications?unread=true',
        }))}
      />
      <Acts>
        <Button
          icon={CheckCheck}
          size="small"
          disabled={!list.entries.some(({ read_at }) => read_at === null)}
          onClick={() => void markAll()}
        >
          <FormattedMessage id="notifications.read_all" />
        </Button>
        <NextLink href="/profile#notifications" prefetch={false}>
          <FormattedMessage id="notifications.settings" />
        </NextLink>
      </Acts>
      {hasNew && (
        <Button onClick={() => void reload()}>
          <FormattedMessage id="notifications.show_new" />
        </Button>
      )}
      {isEmpty && (
        <EmptyState
          title={<FormattedMessage id={`notifications.none_${name}`} />}
          text={<FormattedMessage id="notifications.none_text" />}
        />
      )}
      {byDay(list.entries, isHydrated).map(({ day, entries }) => [
        <h2 key={day}>
          <DayName day={day} isHydrated={isHydrated} />
        </h2>,
        <OfDay key={`${day} entries`}>
          {entries.map((one) => (
            <NotificationRow
              key={one.id}
              notification={one}
              namesHub={namesHubs}
              onMark={(read) => void mark(one, read)}
            />
          ))}
        </OfDay>,
      ])}
      <ListFooter list={list} />
    </Column>
  );
});

/** The server knows nothing of the reader's day. */
function DayName({ day, isHydrated }: { day: string; isHydrated: boolean }) {
  const intl = useIntl();
  const now = Date.now();
  const daysAgo = (days: number) => dayOf(new Date(now - days * 86_400_000).toISOString(), true);
  if (isHydrated && day === daysAgo(0)) return <FormattedMessage id="notifications.today" />;
  if (isHydrated && day === daysAgo(1)) return <FormattedMessage id="notifications.yesterday" />;
  return intl.formatDate(`${day}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
}
