'use no memo';

import { useEffect, useState } from 'react';
import type { FormRecord } from '#components/fields/form-record.ts';
import type { FormLayout, FormPage } from '#lib/forms/layout.ts';
import { visiblePages } from './form-pages.ts';

type Paging = {
  pages: readonly FormPage[];
  /** The place of the page that is open among those that are shown. */
  at: number;
  open(id: string): void;
  /** Looks again at which pages there are, after values changed. */
  lookAgain(): void;
};

const isSame = (left: readonly FormPage[], right: readonly FormPage[]) =>
  left.length === right.length && left.every(({ id }, at) => id === right[at]?.id);

/** The pages that are to be filled as things stand, and which of them is open. */
export function useVisiblePages(layout: FormLayout, record: FormRecord, first: string): Paging {
  const [pages, setPages] = useState<readonly FormPage[]>(() => visiblePages(layout, record));
  const [opened, open] = useState(first);
  // The page that was open may be left out now: the one before it is shown.
  const order = layout.pages.map(({ id }) => id);
  const place = order.indexOf(opened);
  const at = Math.max(
    0,
    pages.findLastIndex(({ id }) => order.indexOf(id) <= place),
  );
  const lookAgain = () => {
    const next = visiblePages(layout, record);
    setPages((known) => (isSame(known, next) ? known : next));
  };
  return { pages, at, open, lookAgain };
}

/** Tells whether the browser has a network; says yes until it knows better. */
export function useIsOnline(): boolean {
  const [isOnline, setIsOnline] = useState(true);
  useEffect(() => {
    const look = () => setIsOnline(navigator.onLine);
    look();
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOnline;
}
