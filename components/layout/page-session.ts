import type { PageApiInit, PageRequest } from '#lib/browser/page-request.ts';
import type { User } from '#lib/contract/account.ts';
import { parseSessionEndReason, type SessionEndReason } from '#lib/contract/session-end.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { PageApi } from '#services/api.ts';
import { dataOrNull } from './page-failure.ts';

type PageSession = {
  viewer: User | null;
  /** Why the browser's session has ended; null where it is active, or there was none. */
  ended: SessionEndReason | null;
};

/** Why a session ended, from the `data` of the API's error. */
export function sessionEndReasonIn(data: unknown): SessionEndReason {
  return parseSessionEndReason(isRecord(data) ? data.ended : null) ?? 'ended';
}

/** The session of a page's request. @throws PageFailure when the API failed: that ends no session */
export async function loadPageSession(request: PageRequest): Promise<PageSession> {
  if (!request.signedIn) return { viewer: null, ended: null };
  const api: PageApi = (path: string, init?: PageApiInit) => request.api<never>(path, init);
  const response = await api('auth/me/');
  if (!response.ok && response.status === 401)
    return { viewer: null, ended: sessionEndReasonIn(response.data) };
  return { viewer: dataOrNull(response), ended: null };
}
