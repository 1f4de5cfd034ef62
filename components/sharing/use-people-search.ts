import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
import { findPeople } from '#services/sharing.ts';

/** A user who can be picked. */
export type PersonMatch = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  avatar_url?: string | null;
};

/**
 * A source of users: the key of the search, and a function that returns those whose name or address contains the text,
 * or an error.
 */
export type PeopleSource = {
  of: readonly unknown[];
  find: (typed: string, signal: AbortSignal) => Promise<PersonMatch[]>;
};

/** The members of a hub. */
export const peopleOfHub = (handle: string): PeopleSource => ({
  of: ['hub', handle],
  find: async (q, signal) => loadedPage(await findPeople(handle, q, signal)).data,
});

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 150;
const NO_ONE: PersonMatch[] = [];

/** The users of `source` that match the typed text; null until the response, and without a `source`. */
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
