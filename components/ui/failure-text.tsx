import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { failureOf, messageOf } from '#services/http.ts';

/** Why a request failed, to be shown: the server's own words, or that it wasn't reached. */
export function failureText(error: unknown): ReactNode {
  return failureOf(error) ? messageOf(error) : <FormattedMessage id="error.offline" />;
}
