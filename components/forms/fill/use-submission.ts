'use no memo';

import type { RefObject } from 'react';
import type { DraftStorage } from '#lib/browser/drafts.ts';
import type { SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import { type DeliveryOutcome, deliverSubmission } from './deliver-submission.ts';
import type { FillData, Filled, Refusal } from './fill-data.ts';
import { clearFillDrafts } from './fill-draft.ts';
import { useIntl } from './fill-messages.ts';
import type { FillStart } from './fill-start.ts';
import type { FillEvent, FillState } from './fill-state.ts';
import {
  type PendingSubmission,
  removePendingSubmission,
  storePendingSubmission,
} from './pending-submissions.ts';
import { usePendingSubmission } from './use-pending-submission.ts';

type Options = {
  data: FillData;
  storage: DraftStorage;
  state: FillState;
  dispatch: (event: FillEvent) => void;
  begin: (start: FillStart) => void;
  /** The current input. */
  now: RefObject<Filled & { page: string }>;
  /** The draft that this browser stores. */
  draft: { flush(): void; stop(): void };
  proof: () => Promise<string>;
  report: (page: string, isSent: boolean) => void;
};

type SubmissionControl = {
  /** @returns the problems, where the form is to be shown with them */
  send: (filled: Filled, website: string) => Promise<Refusal | null>;
  /** Retries the pending submission immediately. */
  tryNow: () => void;
  /** Opens the form again with a submission that was to be sent. */
  reopen: (submission: PendingSubmission, refusal: Refusal | null) => void;
};

/** Submits the input, stores it while there is no network, and shows the result. */
export function useSubmission(options: Options): SubmissionControl {
  const { data, storage, state, dispatch, begin, now, draft, proof, report } = options;
  const { slug, signedIn } = data;
  const { start, phase, challenge } = state;
  const intl = useIntl();

  const confirm = (confirmation: SubmissionConfirmation, isBeforeChange: boolean) => {
    draft.stop();
    clearFillDrafts(storage, slug);
    report('', true);
    dispatch({ type: 'phase', phase: { kind: 'sent', confirmation, isBeforeChange } });
    if (data.isEmbedded) window.parent.postMessage({ type: 'hubkeep:sent', form: slug }, '*');
  };

  const settle = (outcome: Exclude<DeliveryOutcome, { kind: 'unreachable' }>): Refusal | null => {
    if (outcome.kind !== 'refused') {
      confirm(outcome.result, outcome.kind === 'already');
      return null;
    }
    const { code, fields, details } = outcome;
    if (code === 'already_answered') {
      dispatch({ type: 'phase', phase: { kind: 'already sent' } });
      return null;
    }
    if (Object.keys(fields).length > 0) return { errors: fields, details, problem: null };
    const notReady = intl.formatMessage({ id: 'fill.not_ready' });
    return { errors: {}, problem: code === '' ? notReady : refusalMessage(outcome, intl) };
  };

  const send = async ({ values, countries }: Filled, website: string): Promise<Refusal | null> => {
    draft.flush();
    const { definition } = start.beginning;
    const submission: PendingSubmission = {
      slug,
      version: definition.version,
      language: definition.language,
      values,
      countries,
      key: start.key,
      draft: start.draftToken,
      website,
      token: challenge?.token ?? '',
      nonce: await proof(),
      signedIn,
    };
    // Stored before it is sent, so that closing the tab loses nothing; its key prevents a duplicate.
    const isStored = storePendingSubmission(storage, submission, definition.title);
    const outcome = await deliverSubmission(submission, signedIn);
    if (outcome.kind === 'unreachable') {
      dispatch({ type: 'phase', phase: { kind: 'waiting', submission, isStored } });
      return null;
    }
    removePendingSubmission(storage, submission);
    return settle(outcome);
  };

  const reopen = (submission: PendingSubmission, refusal: Refusal | null) => {
    const { values, countries, page } = now.current;
    const filled =
      Object.keys(values).length > 0
        ? { values, countries }
        : { values: submission.values, countries: submission.countries ?? {} };
    begin({
      ...start,
      key: submission.key,
      draftToken: submission.draft,
      beginning: {
        ...start.beginning,
        ...filled,
        defaults: false,
        page,
        ...(refusal ?? { errors: {}, problem: null }),
      },
    });
  };

  const waiting = phase.kind === 'waiting' ? phase.submission : null;
  const tryNow = usePendingSubmission(storage, waiting, (outcome) => {
    const refusal = settle(outcome);
    if (refusal && waiting) reopen(waiting, refusal);
  });
  return { send, tryNow, reopen };
}
