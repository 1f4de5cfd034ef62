import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { SpacePeople, type SpacePeopleProps } from '#components/space/members/SpacePeople.tsx';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';
import type { SpaceOperation } from '#lib/access/operations.ts';
import { SPACE_MEMBERS_PAGE_SIZE } from '#services/space-members.ts';

export default function SpacePeoplePage({ shell: _, ...props }: WithShell<SpacePeopleProps>) {
  return <SpacePeople key={props.space.id} {...props} />;
}

SpacePeoplePage.getLayout = spaceLayout;

export const getServerSideProps = pageProps<SpacePeopleProps>({}, async ({ api, context, viewer, hub }) => {
  const handle = String(context.params?.handle);
  const path = `spaces/${encodeURIComponent(String(context.params?.space))}/` as const;
  const space = dataOrNull(await api(path));
  if (!space || !viewer) return { notFound: true };
  const may = (operation: SpaceOperation) => space.allowed.includes(operation);
  const [members, groups, requests, invites] = await Promise.all([
    api(`${path}members/?page_size=${SPACE_MEMBERS_PAGE_SIZE}`),
    api(`${path}groups/`),
    may('space.members') ? api(`${path}access-requests/?page_size=100`) : null,
    may('space.share') ? api(`${path}invites/`) : null,
  ]);
  // Visitors of a public space, and guests without membership in it, see no members.
  const first = dataOrNull(members);
  if (!first) return { notFound: true };
  return {
    props: {
      handle,
      hubName: hub?.domain_handle.toLowerCase() === handle.toLowerCase() ? hub.name : handle,
      me: viewer.id,
      space,
      members: {
        data: first,
        count: null,
        page: 1,
        hasMore: first.length === SPACE_MEMBERS_PAGE_SIZE,
        error: null,
      },
      groups: groups.ok ? groups.data : [],
      requests: requests?.ok ? requests.data : [],
      invites: invites?.ok ? invites.data : [],
    },
  };
});
