import Head from 'next/head';
import type { ReactElement } from 'react';
import { PublicLayout } from '#components/layout/PublicLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { LinkPassword } from '#components/links/LinkPassword.tsx';
import { LinkUnavailable } from '#components/links/LinkUnavailable.tsx';
import { type LoadedLink, loadLink } from '#components/links/load-link.ts';
import { SharedView } from '#components/links/view/SharedView.tsx';
import { useReloadOnLinkEnd } from '#components/sharing/use-reload-on-link-end.ts';
import { PublicFolder } from '#components/space/item/PublicFolder.tsx';
import { PublicItem } from '#components/space/item/PublicItem.tsx';

type Props = {
  loaded: LoadedLink;
  /** Id of the opened link; null while nothing of it is shown. */
  linkId: string | null;
};

/** The resource of a share link, for anybody who has the link. */
export default function SharePage({ loaded, linkId }: WithShell<Props>) {
  useReloadOnLinkEnd(linkId);
  return (
    <>
      <Head>
        <meta key="robots" name="robots" content="noindex, nofollow" />
        {loaded.type === 'item' && (
          <meta key="og:title" property="og:title" content={loaded.data.item.title} />
        )}
      </Head>
      <Shared loaded={loaded} />
    </>
  );
}

function Shared({ loaded }: Pick<Props, 'loaded'>) {
  switch (loaded.type) {
    case 'item':
      return <PublicItem key={loaded.data.item.id} data={loaded.data} />;
    case 'folder':
      return <PublicFolder list={loaded.folder} />;
    case 'view':
      return <SharedView loaded={loaded.view} />;
    case 'password':
      return <LinkPassword problem={loaded.problem} />;
    case 'gone':
      return <LinkUnavailable />;
  }
}

SharePage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <PublicLayout shell={shell}>{page}</PublicLayout>
);

export const getServerSideProps = pageProps<Props>({ access: 'everyone' }, async (visit) => {
  const { res, params } = visit.context;
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  const result = await loadLink(visit, String(params?.token));
  // Redirects after a POST, so that reloading the page does not send it again.
  if ('redirect' in result) return { redirect: { destination: result.redirect, statusCode: 303 } };
  res.statusCode = result.status;
  return { props: { loaded: result.loaded, linkId: result.linkId ?? null } };
});
