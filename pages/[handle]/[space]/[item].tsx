import dynamic from 'next/dynamic';
import Head from 'next/head';
import { MissingPage } from '#components/hub/home/MissingPage.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { VisitorMeta } from '#components/layout/VisitorMeta.tsx';
import { FolderScreen } from '#components/space/item/FolderScreen.tsx';
import { ItemScreen } from '#components/space/item/ItemScreen.tsx';
import type { ItemPageData } from '#components/space/item/item-page.ts';
import type { LoadedFolder } from '#components/space/item/load-folder.ts';
import { loadItem } from '#components/space/item/load-item.ts';
import { PublicFolder } from '#components/space/item/PublicFolder.tsx';
import { PublicItem } from '#components/space/item/PublicItem.tsx';
import { pictureOf } from '#components/space/item/picture-of-page.ts';
import { loadMissing } from '#components/space/members/load-missing.ts';
import type { MissingSpaceProps } from '#components/space/members/MissingSpace.tsx';
import type { Site } from '#components/space/site/load-site.ts';
import { SiteLayout } from '#components/space/site/SiteLayout.tsx';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';

const MissingSpace = dynamic(() =>
  import('#components/space/members/MissingSpace.tsx').then((file) => file.MissingSpace),
);

type Shown = { type: 'item'; data: ItemPageData } | { type: 'folder'; folder: LoadedFolder };
type Props = { shown: Shown | null; indexed: boolean; site?: Site | null; missing?: MissingSpaceProps };

export default function ItemPage({ shown, indexed, site, missing, shell }: WithShell<Props>) {
  if (missing) return <MissingSpace key={missing.slug} {...missing} />;
  if (!shown) return <MissingPage />;
  const { item, path, description } =
    shown.type === 'item' ? shown.data : { ...shown.folder, item: shown.folder.folder, description: '' };
  const address = `${shell.config.publicUrl}${path}`;
  if (shell.viewer) {
    return (
      <>
        <Head>
          <link key="canonical" rel="canonical" href={address} />
        </Head>
        {shown.type === 'item' ? (
          <ItemScreen key={item.id} data={shown.data} />
        ) : (
          <FolderScreen key={item.id} list={shown.folder} />
        )}
      </>
    );
  }
  const { publicUrl } = shell.config;
  const picture = shown.type === 'item' ? pictureOf(shown.data) : null;
  const content =
    shown.type === 'item' ? <PublicItem data={shown.data} /> : <PublicFolder list={shown.folder} />;
  return (
    <>
      <VisitorMeta
        title={item.title}
        description={description}
        address={address}
        indexed={indexed}
        type="article"
        changed={item.updated_at}
        {...(picture ? { picture: `${publicUrl}${picture}` } : {})}
      />
      {site ? (
        <SiteLayout site={site} publicUrl={publicUrl}>
          {content}
        </SiteLayout>
      ) : (
        content
      )}
    </>
  );
}

ItemPage.getLayout = spaceLayout;

export const getServerSideProps = pageProps<Props>(
  { access: 'everyone', followsSteps: true, sidebar: true },
  async (visit) => {
    const { viewer, context } = visit;
    const loaded = await loadItem(visit);
    switch (loaded.type) {
      case 'moved':
        return { redirect: { destination: loaded.path, permanent: false } };
      case 'missing':
        if (viewer) {
          const missing = await loadMissing(visit);
          return missing ? { props: { shown: null, indexed: false, missing } } : { notFound: true };
        }
        context.res.statusCode = 404;
        return { props: { shown: null, indexed: false } };
      case 'folder':
        return { props: { shown: loaded, indexed: loaded.indexed } };
      case 'item': {
        const { data, page, site } = loaded;
        if (page?.language && context.req.hubkeep) context.req.hubkeep.language = page.language;
        return { props: { shown: { type: 'item', data }, indexed: page?.indexed ?? false, site } };
      }
    }
  },
);
