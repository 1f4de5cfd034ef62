import { AllSpaces } from '#components/hub/home/AllSpaces.tsx';
import { HubForVisitors } from '#components/hub/home/HubForVisitors.tsx';
import { HubHome } from '#components/hub/home/HubHome.tsx';
import { type LoadedHub, loadHub } from '#components/hub/home/load-hub.ts';
import { MissingPage } from '#components/hub/home/MissingPage.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { visitorOrMember } from '#components/layout/visitor-or-member.tsx';

type Props = { loaded: LoadedHub | null };

export default function HubPage({ loaded }: WithShell<Props>) {
  if (!loaded) return <MissingPage />;
  const { hub, view, spaces } = loaded;
  if (view) return <AllSpaces key={`${hub.id} all`} hub={hub} view={view} spaces={spaces} />;
  return hub.my_role ? <HubHome key={hub.id} {...loaded} /> : <HubForVisitors key={hub.id} {...loaded} />;
}

HubPage.getLayout = visitorOrMember;

export const getServerSideProps = pageProps<Props>(
  { access: 'everyone', followsSteps: true, sidebar: true },
  async (visit) => {
    const loaded = await loadHub(visit);
    if (!loaded && visit.viewer) return { notFound: true };
    if (!loaded) visit.context.res.statusCode = 404;
    return { props: { loaded } };
  },
);
