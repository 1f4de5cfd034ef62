import dynamic from 'next/dynamic';
import { MissingPage } from '#components/hub/home/MissingPage.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { VisitorMeta } from '#components/layout/VisitorMeta.tsx';
import { PublicSpace } from '#components/space/items/PublicSpace.tsx';
import { SpaceScreen } from '#components/space/items/SpaceScreen.tsx';
import { loadMissing } from '#components/space/members/load-missing.ts';
import type { MissingSpaceProps } from '#components/space/members/MissingSpace.tsx';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';
import { type LoadedSpace, loadSpace, movedFolder } from '#components/space/view/load-space.ts';
import { viewPath } from '#components/space/view/space-view.ts';

const MissingSpace = dynamic(() =>
  import('#components/space/members/MissingSpace.tsx').then((file) => file.MissingSpace),
);

type Props = {
  handle: string;
  loaded: LoadedSpace | null;
  indexed: boolean;
  /** For members of the hub when the space doesn't exist. */
  missing: MissingSpaceProps | null;
};

export default function SpacePage({ handle, loaded, indexed, missing, shell }: WithShell<Props>) {
  if (missing) return <MissingSpace key={missing.slug} {...missing} />;
  if (!loaded) return <MissingPage />;
  if (!shell.viewer) {
    const { space, view } = loaded;
    const path = `/${handle}/${space.slug}`;
    return (
      <>
        <VisitorMeta
          title={space.name}
          description={space.description}
          address={`${shell.config.publicUrl}${view.parent ? viewPath(path, { parent: view.parent }) : path}`}
          indexed={indexed}
          type="website"
        />
        <PublicSpace handle={handle} {...loaded} />
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
    const [loaded, moved, page] = await Promise.all([
      loadSpace(visit),
      movedFolder(visit),
      viewer ? null : api(`spaces/${encodeURIComponent(String(context.params?.space))}/page/`),
    ]);
    if (moved) return { redirect: { destination: moved, permanent: false } };
    const missing = !loaded && viewer ? await loadMissing(visit) : null;
    if (!loaded && viewer && !missing) return { notFound: true };
    if (!loaded) context.res.statusCode = 404;
    const indexed = page?.ok === true && page.data.indexed;
    return { props: { handle: String(context.params?.handle), loaded, indexed, missing } };
  },
);
