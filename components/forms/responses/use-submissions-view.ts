import { useRouter } from 'next/router';
import { useMemo } from 'react';
import { queryOf, type SubmissionsView, submissionsViewOf, withoutView } from './submissions-view.ts';

export type ViewControl = {
  view: SubmissionsView;
  /** Shows another view; Back returns to the current one, unless the change is small (`replace`). */
  show: (change: Partial<SubmissionsView>, how?: { replace?: boolean }) => void;
};

/** The view of submissions in the page's address. */
export function useSubmissionsView(): ViewControl {
  const router = useRouter();
  const { query, pathname } = router;
  const view = useMemo(() => submissionsViewOf(query), [query]);
  return {
    view,
    show: (change, { replace = false } = {}) => {
      const address = { pathname, query: { ...withoutView(query), ...queryOf({ ...view, ...change }) } };
      const go = replace ? router.replace : router.push;
      void go.call(router, address, undefined, { shallow: true, scroll: false });
    },
  };
}
