'use no memo';

import { useEffect, useState } from 'react';

/** How long typing rests before it is searched for, in milliseconds. */
const TYPING_PAUSE = 200;

/** A text once it has not changed for `pause` milliseconds; at once with a pause of 0. */
export function useDebounced(text: string, pause: number): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return pause === 0 ? text : settled;
}

/** What is typed into a search field, and `q`, what to search for: the same once typing rests, at once where it is empty. */
export function useTypedSearch() {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed, typed === '' ? 0 : TYPING_PAUSE);
  return { typed, setTyped, q };
}
