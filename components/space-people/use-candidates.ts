import { useEffect, useState } from 'react';
import type { Candidate } from '#lib/contract/space-member.ts';
import { findCandidates } from '#services/space-people.ts';

/** A pause in the typing before it is asked, in milliseconds. */
const PAUSE = 150;

/** People of the hub whose name or address holds what is typed; null until the answer is there. */
export function useCandidates(slug: string, text: string, open: boolean): Candidate[] | null {
  const [found, setFound] = useState<{ text: string; people: Candidate[] } | null>(null);
  const asked = text.trim();
  useEffect(() => {
    if (!open) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      findCandidates(slug, asked, abort.signal).then(
        ({ data }) => setFound({ text: asked, people: data }),
        () => {
          if (!abort.signal.aborted) setFound({ text: asked, people: [] });
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [slug, asked, open]);
  return found?.text === asked ? found.people : null;
}
