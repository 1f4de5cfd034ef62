import type { ApiFailure } from '#lib/contract/refusal.ts';
import { SESSION_END_MESSAGES, type SessionEndReason } from '#lib/contract/session-end.ts';
import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { englishDefinitionErrors } from '#lib/fields/english-definition-problem.ts';

/** An error for the caller; the error mapper turns it into the body of the contract. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]> | undefined;
  /** What would be valid, under the paths of `fields`. */
  readonly hints: Record<string, string[]> | undefined;
  /** Those of `fields` that have a code. */
  readonly details: readonly ProblemAtPath[] | undefined;
  /** Sent as `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;
  /** The current state, for a conflict (docs/contract.md §2, `If-Match`); why a session ended. */
  readonly data: unknown;

  constructor(
    status: number,
    code: string,
    message: string,
    details: {
      fields?: Record<string, string[]>;
      hints?: Record<string, string[]>;
      details?: readonly ProblemAtPath[];
      retryAfter?: number;
      data?: unknown;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = details.fields;
    this.hints = details.hints;
    this.details = details.details;
    this.retryAfter = details.retryAfter;
    this.data = details.data;
  }

  body(): ApiFailure {
    return {
      message: this.message,
      code: this.code,
      ...(this.fields ? { fields: this.fields } : {}),
      ...(this.hints && Object.keys(this.hints).length > 0 ? { hints: this.hints } : {}),
      ...(this.details ? { details: this.details } : {}),
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}

export function unreadableBody(code: string, message: string): ApiError {
  return new ApiError(400, code, message);
}

export function unauthenticated(message = 'Sign in to do this.'): ApiError {
  return new ApiError(401, 'not_signed_in', message);
}

/** For a caller whose session has ended; `data.ended` is the reason. */
export function sessionExpired(ended: SessionEndReason): ApiError {
  return new ApiError(401, 'not_signed_in', SESSION_END_MESSAGES[ended], { data: { ended } });
}

export function forbidden(message = 'You are not allowed to do this here.'): ApiError {
  return new ApiError(403, 'not_allowed', message);
}

/** Also the response for what the caller may not know of. */
export function notFound(what = 'This'): ApiError {
  return new ApiError(404, 'not_found', `${what} does not exist, or you may not see it.`);
}

/** For several resources, none of which exists for the caller. */
export function noMatchFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `${what} do not exist, or you may not see them.`);
}

export function conflict(code: string, message: string, data?: unknown): ApiError {
  return new ApiError(409, code, message, { data });
}

type InvalidOptions = { code?: string | undefined; hints?: Record<string, string[]> | undefined };

/** One or more fields that can't be taken; the message is the first of theirs. */
export function invalid(
  fields: Record<string, string[]>,
  { code = 'invalid_fields', hints, details }: InvalidOptions & { details?: readonly ProblemAtPath[] } = {},
): ApiError {
  const first = Object.values(fields)[0]?.[0];
  return new ApiError(422, code, first ?? 'Some fields are not valid.', {
    fields,
    ...(hints ? { hints } : {}),
    ...(details ? { details } : {}),
  });
}

/** The field engine's problems, in English and by code. */
export function invalidFields(problems: readonly ProblemAtPath[], options: InvalidOptions = {}): ApiError {
  return invalid(englishDefinitionErrors(problems), { ...options, details: problems });
}

export function tooManyRequests(retryAfter: number): ApiError {
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return new ApiError(
    429,
    'too_many_attempts',
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter },
  );
}

/** Seconds after which a request that met a busy server can be retried. */
const BUSY_RETRY_SECONDS = 2;

/**
 * Others are working on the same resource, or there are too many requests: nothing was done, and it can be
 * sent again.
 */
export function serverBusy(): ApiError {
  return new ApiError(
    503,
    'busy',
    'Too much is going on here right now. Nothing was changed: try again in a moment.',
    {
      retryAfter: BUSY_RETRY_SECONDS,
    },
  );
}
