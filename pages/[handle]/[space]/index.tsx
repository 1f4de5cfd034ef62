import { MissingPage } from '#components/hub/MissingPage.tsx';
import { visitorOrMember } from '#components/hub/visitor-or-member.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { type LoadedSpace, loadSpace } from '#components/space/load-space.ts';
import { PublicSpace } from '#components/space/PublicSpace.tsx';
import { SpaceScreen } from '#components/space/SpaceScreen.tsx';

type Props = { handle: string; loaded: LoadedSpace | null };

export default function SpacePage({ handle, loaded, shell }: WithShell<Props>) {
  if (!loaded) return <MissingPage />;
  if (!shell.viewer) return <PublicSpace handle={handle} {...loaded} />;
  return <SpaceScreen handle={handle} {...loaded} />;
}

SpacePage.getLayout = visitorOrMember;

export const getServerSideProps = pageProps<Props>(
  { access: 'everyone', followsSteps: true, sidebar: true },
  async (visit) => {
    const { context, viewer } = visit;
    const loaded = await loadSpace(visit);
    if (!loaded && viewer) return { notFound: true };
    if (!loaded) context.res.statusCode = 404;
    return { props: { handle: String(context.params?.handle), loaded } };
  },
);
