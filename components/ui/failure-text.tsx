import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ListError } from '#context/list-error.ts';
import { failureOf, messageOf } from '#services/http.ts';

/** The message for a failed request: the server's own, or that it wasn't reached. */
export function failureText(error: unknown): ReactNode {
  if (error instanceof ListError) return error.message;
  return failureOf(error) ? messageOf(error) : <FormattedMessage id="error.offline" />;
}
