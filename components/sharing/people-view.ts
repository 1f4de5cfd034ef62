import type { ParsedUrlQuery } from 'node:querystring';
import { HUB_ROLES, type HubRole } from '#lib/access/roles.ts';

export const PEOPLE_TABS = ['members', 'groups', 'invitations', 'requests'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];

/** The filter of the list of members. */
export type MemberFilter = { q: string; show: HubRole | 'suspended' | 'all' };

/** `group` is the id of the group that is open, in the tab of groups. */
export type PeopleView = { tab: PeopleTab; group: string | null } & MemberFilter;

/** Users per page of a list. */
export const PEOPLE_PAGE_SIZE = 50;

const text = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** The view that an address describes; invalid parameters get their default. */
export function peopleViewOf(query: ParsedUrlQuery): PeopleView {
  const show = text(query.show);
  const tab = PEOPLE_TABS.find((one) => one === query.tab) ?? 'members';
  return {
    tab,
    group: tab === 'groups' ? text(query.group) || null : null,
    q: text(query.q).trim(),
    show: show === 'suspended' ? show : (HUB_ROLES.find((role) => role === show) ?? 'all'),
  };
}

/** The address of a view, without default values. */
export function peoplePath(handle: string, { tab, group, q, show }: Partial<PeopleView>): string {
  const query = new URLSearchParams();
  if (tab && tab !== 'members') query.set('tab', tab);
  if (group) query.set('group', group);
  if (q) query.set('q', q);
  if (show && show !== 'all') query.set('show', show);
  const queryString = query.toString();
  return `/${handle}/members${queryString ? `?${queryString}` : ''}`;
}

/** The address of a group's page. */
export const groupPath = (handle: string, id: string): string =>
  peoplePath(handle, { tab: 'groups', group: id });

/** The parameters of the API request for it. */
export function memberParams({ q, show }: MemberFilter): Record<string, string> {
  return {
    ...(q ? { q } : {}),
    ...(show === 'suspended' ? { state: 'suspended' } : show === 'all' ? {} : { role: show }),
  };
}

/** The display name of a user: the name, else the address. */
export const personName = (person: { first_name: string; last_name: string; email: string }): string =>
  `${person.first_name} ${person.last_name}`.trim() || person.email;
