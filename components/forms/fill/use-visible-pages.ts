'use no memo';

import { useEffect, useState } from 'react';
import type { FormRecord } from '#components/fields/form-record.ts';
import type { FormLayout, FormPage } from '#lib/forms/layout.ts';
import { visiblePages } from './form-pages.ts';

type Paging = {
  pages: readonly FormPage[];
  /** The index of the open page among the visible ones. */
  at: number;
  opened: FormPage;
  isLast: boolean;
  open(id: string): void;
  /** Updates the visible pages after values changed. */
  lookAgain(): void;
};

const isSame = (left: readonly FormPage[], right: readonly FormPage[]) =>
  left.length === right.length && left.every(({ id }, at) => id === right[at]?.id);

/** The pages that are visible for the current values, and which of them is open. */
export function useVisiblePages(layout: FormLayout, record: FormRecord, first: string): Paging {
  const [pages, setPages] = useState<readonly FormPage[]>(() => visiblePages(layout, record));
  const [openedId, open] = useState(first);
  // The open page may have become hidden: the page before it is shown.
  const order = layout.pages.map(({ id }) => id);
  const place = order.indexOf(openedId);
  const at = Math.max(
    0,
    pages.findLastIndex(({ id }) => order.indexOf(id) <= place),
  );
  const lookAgain = () => {
    const next = visiblePages(layout, record);
    setPages((known) => (isSame(known, next) ? known : next));
  };
  const opened = pages[at] ?? layout.pages[0] ?? { id: '', blocks: [] };
  return { pages, at, opened, isLast: at >= pages.length - 1, open, lookAgain };
}

/** Whether the browser has a network; true until the browser reports otherwise. */
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
