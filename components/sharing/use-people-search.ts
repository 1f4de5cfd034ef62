import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
import { findGroups, findPeople } from '#services/sharing.ts';

/** A user who can be picked. */
export type PersonMatch = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  avatar_url?: string | null;
};

/** A group that can be picked, in a field that offers groups. */
export type GroupMatch = { id: string; name: string; members_count: number };

export type PickerMatch = PersonMatch | GroupMatch;

export const isGroupMatch = (match: PickerMatch): match is GroupMatch => 'members_count' in match;

/**
 * A source of users, and of groups: the key of the search, and a function that returns those whose name or address
 * contains the text, or an error.
 */
export type PeopleSource = {
  of: readonly unknown[];
  find: (typed: string, signal: AbortSignal) => Promise<PickerMatch[]>;
};

/** The members of a hub. */
export const peopleOfHub = (handle: string): PeopleSource => ({
  of: ['hub', handle],
  find: async (q, signal) => loadedPage(await findPeople(handle, q, signal)).data,
});

/** The groups of a hub, and then users of another source. Groups that can't be listed are left out. */
export const withGroupsOfHub = (handle: string, people: PeopleSource): PeopleSource => ({
  of: ['groups', handle, ...people.of],
  find: async (q, signal) => {
    const [groups, users] = await Promise.all([findGroups(handle, q, signal), people.find(q, signal)]);
    return [...groups.data, ...users];
  },
});

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 150;
const NO_ONE: PickerMatch[] = [];

/** The matches of `source` for the typed text; null until the response, and without a `source`. */
export function usePeopleSearch(source: PeopleSource | null, typed: string): PickerMatch[] | null {
  const { found, error } = useSearchQuery({
    of: ['people', 'search', source?.of],
    typed,
    pause: PAUSE,
    when: source !== null,
    search: async (text, signal) => (source ? source.find(text, signal) : NO_ONE),
  });
  if (!source) return null;
  if (error?.text === typed) return NO_ONE;
  return found?.text === typed ? found.result : null;
}
