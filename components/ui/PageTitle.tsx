import Head from 'next/head';
import { useIntl } from 'react-intl';

/** The document's title: the page's own, then the app's name. */
export function PageTitle({ title }: { title: string }) {
  const app = useIntl().formatMessage({ id: 'app.name' });
  return (
    <Head>
      <title>{title === app ? app : `${title} · ${app}`}</title>
    </Head>
  );
}
