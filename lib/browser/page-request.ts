import type { ApiFailure, ApiSuccess } from '#lib/contract/envelope.ts';
import type { PostedSubmission, SubmissionConfirmation } from './posted-submission.ts';

/** Settings that are read when the server starts and reach the browser in the page (docs/contract.md §1). */
export type PublicConfig = {
  /** `<host>` of `<host>/api/v1/`; empty means the page's own origin. */
  apiHost: string;
  /** The address in links, without a trailing slash. */
  publicUrl: string;
  /** Whether mail can be sent: without it, links are handed over by people. */
  mail: boolean;
  /** Credentials of the demo account that a demo instance offers on its sign-in page. */
  demo: { email: string; password: string } | null;
};

/** A header or body that a page sends along to its own API. */
export type PageApiInit = {
  method?: 'GET' | 'POST' | 'PUT';
  orgHandle?: string;
  shareToken?: string;
  /** Sends the share links that the visitor opened before, unless `shareToken` names one. */
  openedLinks?: boolean;
  body?: unknown;
  /** Asks as nobody, whoever is signed in: for a visitor whose session has ended. */
  isAnonymous?: boolean;
};

/** A response of this app's API, discriminated by `ok`. */
export type PageApiResult<T> =
  | ({ ok: true; status: number } & ApiSuccess<T>)
  | ({ ok: false; status: number } & ApiFailure);

/** What the server puts on Node's request (`req.hubkeep`) for the page that renders it. */
export type PageRequest = {
  /** Of this answer's content security policy. */
  nonce: string;
  config: PublicConfig;
  /** A session cookie is present; whether it still counts is the API's word. */
  signedIn: boolean;
  /** Of what the page is about, where it is not the app's own: the document says so (BCP 47). */
  language?: string;
  /** An answer to a form that came without a script and could not be taken: its page is shown again with it. */
  posted?: PostedSubmission;
  /** What came of the answer that this browser has just posted to this form; null for none. */
  sentAnswer(slug: string): SubmissionConfirmation | null;
  /** Lets pages of these origins frame this one (CSP 3, `frame-ancestors`); no other page may be framed. */
  allowFraming(origins: readonly string[]): void;
  /** The API could not serve this page just now, and says when to try again (`Retry-After`). */
  retryAfter?: string;
  /** Clears the session cookie of a session that has ended. */
  clearSession(): void;
  /** Markdown as HTML, a text each; null where that takes too long. */
  renderTexts(texts: readonly string[]): Promise<string[] | null>;
  /** Calls `/api/v1/<path>` in this process with the visitor's own session. */
  api<T>(path: string, init?: PageApiInit): Promise<PageApiResult<T>>;
};

declare module 'http' {
  interface IncomingMessage {
    hubkeep?: PageRequest;
  }
}
