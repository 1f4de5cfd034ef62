import type { ParsedUrlQuery } from 'node:querystring';
import { HUB_ROLES, type HubRole } from '#lib/access/roles.ts';

export const PEOPLE_TABS = ['members', 'invitations', 'requests'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];

/** What is asked of the list of members. */
export type MemberFilter = { q: string; show: HubRole | 'suspended' | 'all' };

export type PeopleView = { tab: PeopleTab } & MemberFilter;

/** People that a list shows at once. */
export const PEOPLE_PAGE_SIZE = 50;

const text = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** What an address asks for; what it can't ask for is the default. */
export function peopleViewOf(query: ParsedUrlQuery): PeopleView {
  const show = text(query.show);
  return {
    tab: PEOPLE_TABS.find((tab) => tab === query.tab) ?? 'members',
    q: text(query.q).trim(),
    show: show === 'suspended' ? show : (HUB_ROLES.find((role) => role === show) ?? 'all'),
  };
}

/** The address of a view, without what is the default. */
export function peoplePath(handle: string, { tab, q, show }: Partial<PeopleView>): string {
  const query = new URLSearchParams();
  if (tab && tab !== 'members') query.set('tab', tab);
  if (q) query.set('q', q);
  if (show && show !== 'all') query.set('show', show);
  const asked = query.toString();
  return `/${handle}/members${asked ? `?${asked}` : ''}`;
}

/** What the API is asked for to show it. */
export function memberParams({ q, show }: MemberFilter): Record<string, string> {
  return {
    ...(q ? { q } : {}),
    ...(show === 'suspended' ? { state: 'suspended' } : show === 'all' ? {} : { role: show }),
  };
}

/** What people call somebody: by name, else by address. */
export const personName = (person: { first_name: string; last_name: string; email: string }): string =>
  `${person.first_name} ${person.last_name}`.trim() || person.email;
