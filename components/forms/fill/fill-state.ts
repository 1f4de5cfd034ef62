import type { SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import type { FillData } from './fill-data.ts';
import { type FillStart, initialFillOf } from './fill-start.ts';
import type { PendingSubmission } from './pending-submissions.ts';
import type { Challenge } from './send-submission.ts';

/** The displayed view: the form, or the result of sending it. */
export type FillPhase =
  | { kind: 'filling' }
  /** `isStored`: the next visit in this browser sends it, too. */
  | { kind: 'waiting'; submission: PendingSubmission; isStored: boolean }
  | { kind: 'sent'; confirmation: SubmissionConfirmation; isBeforeChange: boolean }
  /** The account has sent this form before, and may send it only once. */
  | { kind: 'already sent' };

export type FillState = {
  start: FillStart;
  /** Counts how often the form was started in this visit: each time its fields are mounted again. */
  round: number;
  phase: FillPhase;
  /** A newer version was published meanwhile. */
  hasChanged: boolean;
  /** The form began with existing input. */
  isFilled: boolean;
  /** The dialog that transfers the draft to another device is open. */
  isHandingOver: boolean;
  /** A pending submission of an earlier visit was delivered. */
  arrivedEarlier: boolean;
  challenge: Challenge;
};

export type FillEvent =
  | { type: 'begun'; start: FillStart; challenge?: Challenge }
  | { type: 'phase'; phase: FillPhase }
  | { type: 'changed'; hasChanged: boolean }
  | { type: 'handing over'; isOpen: boolean }
  | { type: 'draft stored'; token: string }
  | { type: 'arrived earlier' };

type Rendered = Pick<FillData, 'definition' | 'posted' | 'prefilled' | 'submissionKey' | 'challenge'>;

/** The state that the server rendered. */
export const initialFillState = (data: Rendered): FillState => ({
  start: {
    beginning: initialFillOf(data),
    key: data.posted?.key || data.submissionKey,
    draftToken: '',
    notice: null,
    older: null,
  },
  round: 0,
  phase: { kind: 'filling' },
  hasChanged: false,
  isFilled: false,
  isHandingOver: false,
  arrivedEarlier: false,
  challenge: data.challenge,
});

export function nextFillState(state: FillState, event: FillEvent): FillState {
  switch (event.type) {
    case 'begun': {
      const { start, challenge = state.challenge } = event;
      return {
        ...state,
        start,
        challenge,
        round: state.round + 1,
        phase: { kind: 'filling' },
        hasChanged: false,
        isFilled: start.notice !== null && start.notice !== 'continue_gone',
      };
    }
    case 'phase':
      return { ...state, phase: event.phase };
    case 'changed':
      return { ...state, hasChanged: event.hasChanged };
    case 'handing over':
      return { ...state, isHandingOver: event.isOpen };
    case 'draft stored':
      return { ...state, start: { ...state.start, draftToken: event.token } };
    case 'arrived earlier':
      return { ...state, arrivedEarlier: true };
  }
}
