import { useIntl } from 'react-intl';
import { loadNotifications } from '#components/hub/notifications/load-notifications.ts';
import { NotificationList } from '#components/hub/notifications/NotificationList.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import type { Notification } from '#lib/contract/notification.ts';
import type { ListPage } from '#services/http.ts';

type Props = { notifications: ListPage<Notification>; unread: boolean };

/** What others did that concerns the viewer, in all hubs. */
export default function NotificationsPage({ shell, notifications, unread }: WithShell<Props>) {
  const intl = useIntl();
  return (
    <Screen
      title={intl.formatMessage({ id: 'notifications.title' })}
      subtitle={intl.formatMessage({ id: 'notifications.text' })}
      width="reading"
    >
      <NotificationList
        key={String(unread)}
        handle={shell.hub?.domain_handle ?? null}
        unread={unread}
        namesHubs={(shell.viewer?.organization_list.length ?? 0) > 1}
        first={notifications}
      />
    </Screen>
  );
}

export const getServerSideProps = pageProps<Props>({}, async ({ api, context }) => {
  const unread = context.query.unread === 'true';
  return { props: { notifications: await loadNotifications(api, unread), unread } };
});
