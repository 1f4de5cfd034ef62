import { MissingPage } from '#components/hub/MissingPage.tsx';
import { visitorOrMember } from '#components/hub/visitor-or-member.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { VisitorMeta } from '#components/layout/VisitorMeta.tsx';
import { type LoadedSpace, loadSpace } from '#components/space/load-space.ts';
import { PublicSpace } from '#components/space/PublicSpace.tsx';
import { SpaceScreen } from '#components/space/SpaceScreen.tsx';
import { viewPath } from '#components/space/space-view.ts';
import type { VisitorPage } from '#lib/contract/visitor-page.ts';

type Props = { handle: string; loaded: LoadedSpace | null; indexed: boolean };

export default function SpacePage({ handle, loaded, indexed, shell }: WithShell<Props>) {
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

SpacePage.getLayout = visitorOrMember;

export const getServerSideProps = pageProps<Props>(
  { access: 'everyone', followsSteps: true, sidebar: true },
  async (visit) => {
    const { context, viewer, api } = visit;
    const [loaded, page] = await Promise.all([
      loadSpace(visit),
      viewer ? null : api<VisitorPage>(`spaces/${encodeURIComponent(String(context.params?.space))}/page/`),
    ]);
    if (!loaded && viewer) return { notFound: true };
    if (!loaded) context.res.statusCode = 404;
    const indexed = page?.ok === true && page.data.indexed;
    return { props: { handle: String(context.params?.handle), loaded, indexed } };
  },
);
