import { useEffect, useState } from 'react';

/** Somebody who can be picked. */
export type PersonMatch = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  avatar_url?: string | null;
};

/** A few people whose name or address holds what is typed. It must be the same from one render to the next. */
export type FindPeople = (typed: string, signal: AbortSignal) => Promise<{ data: PersonMatch[] }>;

/** A pause in the typing before it is asked, in milliseconds. */
const PAUSE = 150;

/** Those whom `find` knows by what is typed; null until the answer is there, and while nothing is asked (`find` null). */
export function usePeopleSearch(find: FindPeople | null, typed: string): PersonMatch[] | null {
  const [found, setFound] = useState<{ typed: string; people: PersonMatch[] } | null>(null);
  useEffect(() => {
    if (!find) return;
    const abort = new AbortController();
    const tell = (people: PersonMatch[]) => {
      if (!abort.signal.aborted) setFound({ typed, people });
    };
    const timer = setTimeout(() => {
      find(typed, abort.signal).then(
        ({ data }) => tell(data),
        () => tell([]),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [find, typed]);
  return find && found?.typed === typed ? found.people : null;
}
