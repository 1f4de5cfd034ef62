import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AppearanceProviders } from '#components/layout/AppearanceProviders.tsx';
import { MessagePage } from '#components/layout/MessagePage.tsx';
import { pageProps } from '#components/layout/page-props.ts';
import { PageTitle } from '#components/ui/PageTitle.tsx';

/** The page that the service worker caches and shows under an address that couldn't be reached. */
export default function OfflinePage() {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'offline.title' });
  return (
    <MessagePage
      title={title}
      text={<FormattedMessage id="offline.text" />}
      // Loads the same address again; a link works without a script, which may not be cached.
      action={
        // biome-ignore lint/a11y/useValidAnchor: an empty address is the one that is shown
        <a href="">
          <FormattedMessage id="action.retry" />
        </a>
      }
    >
      <PageTitle title={title} />
    </MessagePage>
  );
}

OfflinePage.getLayout = (page: ReactElement) => <AppearanceProviders>{page}</AppearanceProviders>;

export const getServerSideProps = pageProps({ access: 'everyone' });
