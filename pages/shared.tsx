import { useIntl } from 'react-intl';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { loadShared } from '#components/links/load-shared.ts';
import { SharedList } from '#components/links/SharedList.tsx';
import type { SharedResource } from '#lib/contract/access.ts';
import type { ListPage } from '#services/http.ts';

type Props = { shared: ListPage<SharedResource>; handle: string; hubName: string };

/** Items that members of the active hub shared with the viewer. */
export default function SharedPage({ shared, handle, hubName }: WithShell<Props>) {
  const intl = useIntl();
  return (
    <Screen
      title={intl.formatMessage({ id: 'sharing.page_title' })}
      subtitle={intl.formatMessage({ id: 'sharing.page_text' }, { hub: hubName })}
    >
      <SharedList key={handle} handle={handle} first={shared} />
    </Screen>
  );
}

export const getServerSideProps = pageProps<Props>({}, async ({ api, hub }) => {
  if (!hub) return { redirect: { destination: '/create-hub', permanent: false } };
  return { props: { shared: await loadShared(api), handle: hub.domain_handle, hubName: hub.name } };
});
