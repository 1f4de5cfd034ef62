import type { ApiSuccess } from '#lib/contract/envelope.ts';
import type { ApiFailure } from '#lib/contract/refusal.ts';
import type { PostedSubmission, SubmissionConfirmation } from './posted-submission.ts';

/** Settings that the server reads when it starts and embeds in each page (docs/contract.md §1). */
export type PublicConfig = {
  /** `<host>` of `<host>/api/v1/`; empty means the page's own origin. */
  apiHost: string;
  /** The base URL of links, without a trailing slash. */
  publicUrl: string;
  /** Whether mail can be sent: without it, users hand links over themselves. */
  mail: boolean;
  /** Credentials of the demo account that a demo instance offers on its sign-in page. */
  demo: { email: string; password: string } | null;
  /** The name of the provider of single sign-on, or null where there is none. */
  signOn: string | null;
};

/** What an account wants besides the word of the provider of single sign-on. */
export type WaitingSignOn = { email: string; needs: { password: boolean; code: boolean } };

/** Options of a page's request to its own API. */
export type PageApiInit = {
  method?: 'GET' | 'POST' | 'PUT';
  orgHandle?: string;
  shareToken?: string;
  /** Sends the share links that the visitor opened before, unless `shareToken` names one. */
  openedLinks?: boolean;
  body?: unknown;
  /** Sends the request without a session, regardless of who is signed in: for a user whose session has ended. */
  isAnonymous?: boolean;
};

/** A response of this app's API, discriminated by `ok`. */
export type PageApiResult<T> =
  | ({ ok: true; status: number } & ApiSuccess<T>)
  | ({ ok: false; status: number } & ApiFailure);

/** What the server sets on Node's request (`req.hubkeep`) for the page that renders it. */
export type PageRequest = {
  /** Of this response's content security policy. */
  nonce: string;
  config: PublicConfig;
  /** A session cookie is present; only the API knows whether it is still valid. */
  signedIn: boolean;
  /**
   * The language of the page's content where it is not the interface's, for the `lang` attribute (BCP 47).
   */
  language?: string;
  /** A submission that was posted without JavaScript and refused: the form is shown again with it. */
  posted?: PostedSubmission;
  /** The result of the submission that this browser has just posted to this form; null for none. */
  postedConfirmation(slug: string): SubmissionConfirmation | null;
  /**
   * Allows pages of these origins to frame this one (CSP 3, `frame-ancestors`); no other page may be framed.
   */
  allowFraming(origins: readonly string[]): void;
  /** The API could not serve this page just now; the value of its `Retry-After` header. */
  retryAfter?: string;
  /** Clears the cookie of a session that has ended. */
  clearSession(): void;
  /** The sign-in by single sign-on that waits for the account's own password or second factor; null for none. */
  waitingSignOn(): Promise<WaitingSignOn | null>;
  /** Renders Markdown texts as HTML; null where that takes too long. */
  renderTexts(texts: readonly string[]): Promise<string[] | null>;
  /** Calls `/api/v1/<path>` in this process with the visitor's own session. */
  api<T>(path: string, init?: PageApiInit): Promise<PageApiResult<T>>;
};

declare module 'http' {
  interface IncomingMessage {
    hubkeep?: PageRequest;
  }
}
