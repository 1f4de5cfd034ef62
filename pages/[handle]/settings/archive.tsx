import { FormattedMessage, useIntl } from 'react-intl';
import { HOME_SPACES_MAX } from '#components/hub/home/all-spaces-view.ts';
import { SpaceList } from '#components/hub/home/SpaceList.tsx';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import type { Space } from '#lib/contract/space.ts';
import type { ListPage } from '#services/http.ts';

type Props = { handle: string; hubName: string; spaces: ListPage<Space> };

export default function ArchivePage({ handle, hubName, spaces }: WithShell<Props>) {
  const intl = useIntl();
  return (
    <Screen
      title={intl.formatMessage({ id: 'space_menu.archive_list' })}
      crumbs={[{ href: `/${handle}`, label: <bdi>{hubName}</bdi> }]}
    >
      {spaces.data.length === 0 && !spaces.error ? (
        <EmptyState
          title={<FormattedMessage id="space_menu.archive_empty" />}
          text={<FormattedMessage id="space_menu.archive_empty_text" />}
        />
      ) : (
        <SpaceList handle={handle} first={spaces} grid archived />
      )}
    </Screen>
  );
}

export const getServerSideProps = pageProps<Props>({}, async ({ api, context, viewer }) => {
  const handle = String(context.params?.handle);
  const hub = viewer?.organization_list.find(
    (one) => one.domain_handle.toLowerCase() === handle.toLowerCase(),
  );
  if (!hub) return { notFound: true };
  const data = dataOrNull(await api(`spaces/?archived=true&page_size=${HOME_SPACES_MAX}`));
  if (!data) return { notFound: true };
  const hasMore = data.length === HOME_SPACES_MAX;
  const spaces: ListPage<Space> = { data, count: null, page: 1, hasMore, error: null };
  return { props: { handle, hubName: hub.name, spaces } };
});
