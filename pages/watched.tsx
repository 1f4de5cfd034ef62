import { useIntl } from 'react-intl';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { loadWatched } from '#components/links/load-watched.ts';
import { WatchedList } from '#components/links/WatchedList.tsx';
import type { WatchedItem } from '#lib/contract/watch.ts';
import type { ListPage } from '#services/http.ts';

type Props = { watched: ListPage<WatchedItem>; handle: string; hubName: string };

/** Items of the active hub that the viewer watches. */
export default function WatchedPage({ watched, handle, hubName }: WithShell<Props>) {
  const intl = useIntl();
  return (
    <Screen
      title={intl.formatMessage({ id: 'watched.title' })}
      subtitle={intl.formatMessage({ id: 'watched.text' }, { hub: hubName })}
    >
      <WatchedList key={handle} handle={handle} first={watched} />
    </Screen>
  );
}

export const getServerSideProps = pageProps<Props>({}, async ({ api, hub }) => {
  if (!hub) return { redirect: { destination: '/create-hub', permanent: false } };
  return { props: { watched: await loadWatched(api), handle: hub.domain_handle, hubName: hub.name } };
});
