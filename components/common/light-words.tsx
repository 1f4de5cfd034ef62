import type { ReactNode } from 'react';
import { fillWords, type WordValues } from '#lib/plain-words.ts';

/** What stands in for react-intl where a page can't afford to carry it; the same names, so that it reads the same. */
export type LightWords<Id extends string> = {
  FormattedMessage(props: { id: Id; values?: WordValues }): ReactNode;
  useIntl(): LightIntl<Id>;
};

export type LightIntl<Id extends string> = {
  formatMessage(message: { id: Id }, values?: WordValues): string;
};

/** Words of one file of `locales/`, without react-intl. */
export function lightWords<Id extends string>(messages: Readonly<Record<Id, string>>): LightWords<Id> {
  const intl: LightIntl<Id> = { formatMessage: ({ id }, values) => fillWords(messages[id], values) };
  return {
    FormattedMessage: ({ id, values }) => intl.formatMessage({ id }, values),
    useIntl: () => intl,
  };
}
