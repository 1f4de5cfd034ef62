import type { MembersScreenData } from '#components/hub/members/load-members.ts';
import { loadMembersScreen } from '#components/hub/members/load-members.ts';
import { MembersScreen } from '#components/hub/members/MembersScreen.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';

export default function MembersPage({ hub, view, list, pendingRequests }: WithShell<MembersScreenData>) {
  // Another tab or hub is another list: no state of the previous one may remain.
  return (
    <MembersScreen
      key={`${hub.id} ${view.tab} ${view.group ?? ''}`}
      hub={hub}
      view={view}
      list={list}
      pendingRequests={pendingRequests}
    />
  );
}

export const getServerSideProps = pageProps<MembersScreenData>({}, async (visit) => {
  const people = await loadMembersScreen(visit);
  return people ? { props: people } : { notFound: true };
});
