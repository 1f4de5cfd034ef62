import type { SavedDraft } from '#lib/contract/form-draft.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import type { FillDraft } from './fill-draft.ts';
import type { useIntl } from './fill-messages.ts';
import { callApi } from './send-submission.ts';

const DAY_MS = 86_400_000;

/** The link, its validity in days, and the token of the draft on the server; or why there is none. */
export type ContinueLinkResult = { link: string; days: number; token: string } | { problem: string };

/** Stores a draft on the server, replacing an earlier one, and creates the link to continue it. */
export async function createContinueLink(
  { slug, signedIn }: { slug: string; signedIn: boolean },
  { token, asked: _definition, ...draft }: FillDraft,
  intl: ReturnType<typeof useIntl>,
): Promise<ContinueLinkResult> {
  const call = { path: `public/forms/${slug}/drafts/`, body: draft, signedIn };
  const again = token
    ? await callApi<SavedDraft>({ ...call, method: 'PUT', headers: { 'draft-token': token } })
    : null;
  const made = again?.kind === 'done' ? again : await callApi<SavedDraft>({ ...call, method: 'POST' });
  if (made.kind !== 'done') {
    const unreachable = intl.formatMessage({ id: 'fill.unreachable' });
    return { problem: made.kind === 'refused' ? refusalMessage(made, intl) : unreachable };
  }
  const days = Math.round((Date.parse(made.data.expires_at) - Date.now()) / DAY_MS);
  const { token: stored } = made.data;
  return { link: `${window.location.origin}/f/${slug}#continue=${stored}`, days, token: stored };
}
