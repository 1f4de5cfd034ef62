import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { MissingPage } from '#components/hub/home/MissingPage.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { VisitorMeta } from '#components/layout/VisitorMeta.tsx';
import { PublicSpace } from '#components/space/items/PublicSpace.tsx';
import { SpaceScreen } from '#components/space/items/SpaceScreen.tsx';
import { loadMissing } from '#components/space/members/load-missing.ts';
import type { MissingSpaceProps } from '#components/space/members/MissingSpace.tsx';
import { loadSite, type Site } from '#components/space/site/load-site.ts';
import { SiteLayout } from '#components/space/site/SiteLayout.tsx';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';
import { type LoadedSpace, loadSpace, movedFolder, renamedSpace } from '#components/space/view/load-space.ts';
import { viewPath } from '#components/space/view/space-view.ts';

const MissingSpace = dynamic(() =>
  import('#components/space/members/MissingSpace.tsx').then((file) => file.MissingSpace),
);

type Props = {
  handle: string;
  loaded: LoadedSpace | null;
  /** For visitors: the space as a site. */
  site: Site | null;
  indexed: boolean;
  /** For members of the hub when the space doesn't exist. */
  missing: MissingSpaceProps | null;
};

export default function SpacePage({ handle, loaded, site, indexed, missing, shell }: WithShell<Props>) {
  const isVisited = !shell.viewer;
  useEffect(() => {
    // The pages that this one leads to; where it is not fetched yet, they show nothing for a moment.
    if (isVisited) void import('#components/space/item/PublicItemPage.tsx').catch(() => undefined);
  }, [isVisited]);
  if (missing) return <MissingSpace key={missing.slug} {...missing} />;
  if (!loaded) return <MissingPage />;
  if (!shell.viewer) {
    const { space, view } = loaded;
    const { publicUrl } = shell.config;
    const content = <PublicSpace handle={handle} {...loaded} />;
    const path = `/${handle}/${space.slug}`;
    return (
      <>
        <VisitorMeta
          title={space.name}
          description={space.description}
          address={`${publicUrl}${view.parent ? viewPath(path, { parent: view.parent }) : path}`}
          // A page of search results is no page of the site.
          indexed={indexed && !site?.search}
          type="website"
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
  return <SpaceScreen handle={handle} {...loaded} />;
}

SpacePage.getLayout = spaceLayout;

export const getServerSideProps = pageProps<Props>(
  { access: 'everyone', followsSteps: true, sidebar: true },
  async (visit) => {
    const { context, viewer, api } = visit;
    const handle = String(context.params?.handle);
    const [loaded, moved, page] = await Promise.all([
      loadSpace(visit),
      movedFolder(visit),
      viewer ? null : api(`spaces/${encodeURIComponent(String(context.params?.space))}/page/`),
    ]);
    if (moved) return { redirect: { destination: moved, permanent: false } };
    const renamed = loaded ? null : await renamedSpace(visit);
    if (renamed) return { redirect: { destination: renamed, permanent: false } };
    const missing = !loaded && viewer ? await loadMissing(visit) : null;
    if (!loaded && viewer && !missing) return { notFound: true };
    if (!loaded) context.res.statusCode = 404;
    const indexed = page?.ok === true && page.data.indexed;
    const site =
      loaded && !viewer
        ? await loadSite(visit, {
            handle,
            space: loaded.space,
            path: loaded.folders.map((folder) => folder.id),
          })
        : null;
    return { props: { handle, loaded, site, indexed, missing } };
  },
);
