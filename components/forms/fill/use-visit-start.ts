'use no memo';

import { useEffect } from 'react';
import type { DraftStorage } from '#lib/browser/drafts.ts';
import { deliverSubmission } from './deliver-submission.ts';
import type { FillData } from './fill-data.ts';
import { type FillStart, resolveFillStart } from './fill-start.ts';
import type { FillEvent } from './fill-state.ts';
import { listPendingSubmissions, removePendingSubmission } from './pending-submissions.ts';

/** Parameters in the address's fragment, which is not sent to any server. */
const fragment = (name: string) => new URLSearchParams(window.location.hash.slice(1)).get(name) ?? '';

/** Removes the fragment from the address: its key must not stay visible. */
function dropFragment(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
}

/**
 * Determines the start of the form in the browser: a link from another device, a draft, or a pending submission.
 * Pending submissions of other forms are sent meanwhile.
 */
export function useVisitStart(
  data: FillData,
  storage: DraftStorage,
  begin: (start: FillStart) => void,
  dispatch: (event: FillEvent) => void,
): void {
  const { slug } = data;
  useEffect(() => {
    let isOn = true;
    const token = fragment('continue');
    const [own, ...others] = listPendingSubmissions(storage).sort(
      (left, right) => Number(right.slug === slug) - Number(left.slug === slug),
    );
    const start = async () => {
      const next = await resolveFillStart(data, token);
      if (!isOn) return;
      if (token) dropFragment();
      if (next) begin(next);
      if (own?.slug === slug)
        dispatch({ type: 'phase', phase: { kind: 'waiting', submission: own, isStored: true } });
      for (const submission of own?.slug === slug ? others : own ? [own, ...others] : []) {
        const outcome = await deliverSubmission(submission, submission.signedIn);
        if (outcome.kind !== 'sent' && outcome.kind !== 'already') continue;
        removePendingSubmission(storage, submission);
        if (isOn) dispatch({ type: 'arrived earlier' });
      }
    };
    void start();
    const reload = () => window.location.hash.length > 1 && window.location.reload();
    window.addEventListener('hashchange', reload);
    return () => {
      isOn = false;
      window.removeEventListener('hashchange', reload);
    };
  }, [data, slug, storage, begin, dispatch]);
}
