import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import {
  memberParams,
  PEOPLE_PAGE_SIZE,
  type PeopleView,
  peopleViewOf,
} from '#components/sharing/people-view.ts';
import type { PageApiResult } from '#lib/browser/page-request.ts';
import type { GroupMember, HubGroup } from '#lib/contract/group.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { PendingInvite } from '#lib/contract/invite.ts';
import type { JoinRequest } from '#lib/contract/join-request.ts';
import type { Member } from '#lib/contract/member.ts';
import type { ListPage } from '#services/http.ts';

/** The initial data of the page: the list of its tab; none for a guest, who may see nobody. */
export type MembersTabData =
  | { tab: 'members'; first: ListPage<Member> }
  | { tab: 'groups'; first: ListPage<HubGroup> }
  | { tab: 'group'; group: HubGroup; first: ListPage<GroupMember> }
  | { tab: 'invitations'; first: ListPage<PendingInvite> }
  | { tab: 'requests'; first: ListPage<JoinRequest> }
  | { tab: 'none' };

export type MembersScreenData = { hub: Hub; view: PeopleView; list: MembersTabData; pendingRequests: number };

function pageOf<T>(response: PageApiResult<T[]>): ListPage<T> {
  if (!response.ok) return { data: [], count: null, page: 1, hasMore: true, error: response.message };
  const { data, count = null } = response;
  return { data, count, page: 1, hasMore: data.length === PEOPLE_PAGE_SIZE, error: null };
}

/** The members of the hub in the address; null for users outside of it, and for a group that is not there. */
export async function loadMembersScreen({ context, api }: PageVisit): Promise<MembersScreenData | null> {
  const path = `hubs/${encodeURIComponent(String(context.params?.handle))}/` as const;
  const hub = dataOrNull(await api(path));
  if (!hub?.my_role) return null;
  const requested = peopleViewOf(context.query);
  const invites = hub.allowed.includes('hub.invite');
  const mayOpen = invites || requested.tab === 'groups';
  const view: PeopleView = mayOpen ? requested : { ...requested, tab: 'members' };
  if (!hub.allowed.includes('hub.members')) return { hub, view, list: { tab: 'none' }, pendingRequests: 0 };
  const size = { page_size: String(PEOPLE_PAGE_SIZE) };
  const listOf = async (): Promise<MembersTabData | null> => {
    if (view.tab === 'groups' && view.group) {
      const groupPath = `${path}groups/${encodeURIComponent(view.group)}/` as const;
      const [found, first] = await Promise.all([
        api(groupPath),
        api(`${groupPath}members/?${new URLSearchParams(size)}`),
      ]);
      const group = dataOrNull(found);
      return group && { tab: 'group', group, first: pageOf(first) };
    }
    const query = new URLSearchParams({ ...size, ...(view.tab === 'members' ? memberParams(view) : {}) });
    if (view.tab === 'invitations')
      return { tab: view.tab, first: pageOf(await api(`${path}invites/?${query}`)) };
    if (view.tab === 'groups') return { tab: view.tab, first: pageOf(await api(`${path}groups/?${query}`)) };
    if (view.tab === 'requests')
      return { tab: view.tab, first: pageOf(await api(`${path}join-requests/?${query}`)) };
    return { tab: view.tab, first: pageOf(await api(`${path}members/?${query}`)) };
  };
  const [list, requests] = await Promise.all([
    listOf(),
    invites ? api(`${path}join-requests/?page_size=1`) : null,
  ]);
  return list && { hub, view, list, pendingRequests: requests?.ok ? (requests.count ?? 0) : 0 };
}
