import type { LoadedPeople } from '#components/hub/members/load-people.ts';
import { loadPeople } from '#components/hub/members/load-people.ts';
import { PeopleScreen } from '#components/hub/members/PeopleScreen.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';

export default function MembersPage({ hub, view, list, waiting }: WithShell<LoadedPeople>) {
  // Another tab or hub is another list: nothing of the last one stays.
  return <PeopleScreen key={`${hub.id} ${view.tab}`} hub={hub} view={view} list={list} waiting={waiting} />;
}

export const getServerSideProps = pageProps<LoadedPeople>({}, async (visit) => {
  const people = await loadPeople(visit);
  return people ? { props: people } : { notFound: true };
});
