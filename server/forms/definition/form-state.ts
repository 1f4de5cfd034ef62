import type { FormState } from '#lib/contract/form.ts';
import { type ApiError, conflict } from '#server/platform/http/api-error.ts';
import type { FormView } from './form.repo.ts';
import { parseFormSettings } from './form-settings.ts';

type Clocked = Pick<FormView, 'settings' | 'space_archived_at'>;

/**
 * Whether the form is open by its dates and its space now; whether it is full is decided by its submissions.
 */
export function currentFormState(form: Clocked, now: Date = new Date()): Exclude<FormState, 'full'> {
  const { opens_at, closes_at } = parseFormSettings(form);
  if (form.space_archived_at) return 'closed';
  if (closes_at && now >= new Date(closes_at)) return 'closed';
  if (opens_at && now < new Date(opens_at)) return 'not_open_yet';
  return 'open';
}

const REFUSALS: Record<Exclude<FormState, 'open'>, { code: string; message: string }> = {
  not_open_yet: { code: 'form_not_open_yet', message: 'This form is not open yet.' },
  closed: { code: 'form_closed', message: 'This form is closed and no longer accepts answers.' },
  full: { code: 'form_full', message: 'This form has reached its maximum number of answers.' },
};

/** Why a submission is refused just now. */
export function formNotAccepting(state: Exclude<FormState, 'open'>): ApiError {
  const { code, message } = REFUSALS[state];
  return conflict(code, message);
}

/** The error for editors where nothing is published yet; others get 404. */
export function formNotPublished(): ApiError {
  return conflict('form_not_published', 'Publish this form first.');
}
