import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
import { findPeople } from '#services/sharing.ts';

/** Somebody who can be picked. */
export type PersonMatch = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  avatar_url?: string | null;
};

/** Where people are looked for: the key of the search, and a few whose name or address holds what is typed, or why not. */
export type PeopleSource = {
  of: readonly unknown[];
  find: (typed: string, signal: AbortSignal) => Promise<PersonMatch[]>;
};

/** The people of a hub. */
export const peopleOfHub = (handle: string): PeopleSource => ({
  of: ['hub', handle],
  find: async (q, signal) => loadedPage(await findPeople(handle, q, signal)).data,
});

/** A pause in the typing before it is asked, in milliseconds. */
const PAUSE = 150;
const NO_ONE: PersonMatch[] = [];

/** Those whom `source` knows by what is typed; null until the answer is there, and while nothing is asked (`source` null). */
export function usePeopleSearch(source: PeopleSource | null, typed: string): PersonMatch[] | null {
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
