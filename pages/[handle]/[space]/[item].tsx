import dynamic from 'next/dynamic';
import Head from 'next/head';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { ItemScreen } from '#components/space/item/ItemScreen.tsx';
import { loadItem } from '#components/space/item/load-item.ts';
import type { ShownItem } from '#components/space/item/PublicItemPage.tsx';
import { loadMissing } from '#components/space/members/load-missing.ts';
import type { MissingSpaceProps } from '#components/space/members/MissingSpace.tsx';
import type { Site } from '#components/space/site/load-site.ts';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';

const MissingPage = dynamic(() =>
  import('#components/hub/home/MissingPage.tsx').then((file) => file.MissingPage),
);
const MissingSpace = dynamic(() =>
  import('#components/space/members/MissingSpace.tsx').then((file) => file.MissingSpace),
);

/** Only for visitors. */
const PublicItemPage = dynamic(() =>
  import('#components/space/item/PublicItemPage.tsx').then((file) => file.PublicItemPage),
);
/** Only for members of the hub who can't see the folder's space. */
const FolderScreen = dynamic(() =>
  import('#components/space/item/FolderScreen.tsx').then((file) => file.FolderScreen),
);

type Props = { shown: ShownItem | null; indexed: boolean; site?: Site | null; missing?: MissingSpaceProps };

export default function ItemPage({ shown, indexed, site = null, missing, shell }: WithShell<Props>) {
  if (missing) return <MissingSpace key={missing.slug} {...missing} />;
  if (!shown) return <MissingPage />;
  const { publicUrl } = shell.config;
  if (!shell.viewer)
    return <PublicItemPage shown={shown} indexed={indexed} site={site} publicUrl={publicUrl} />;
  const path = shown.type === 'item' ? shown.data.path : shown.folder.path;
  return (
    <>
      <Head>
        <link key="canonical" rel="canonical" href={`${publicUrl}${path}`} />
      </Head>
      {shown.type === 'item' ? (
        <ItemScreen key={shown.data.item.id} data={shown.data} />
      ) : (
        <FolderScreen key={shown.folder.folder.id} list={shown.folder} />
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
