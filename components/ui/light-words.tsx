import { createContext, type ReactNode, useContext } from 'react';
import { fillWords, type SpokenWords, type WordValues } from '#lib/text/plain-words.ts';

/** What stands in for react-intl where a page can't afford to carry it; the same names, so that it reads the same. */
export type LightWords<Id extends string> = {
  FormattedMessage(props: { id: Id; values?: WordValues }): ReactNode;
  useIntl(): LightIntl<Id>;
};

export type LightIntl<Id extends string> = SpokenWords & {
  formatMessage(message: { id: Id }, values?: WordValues): string;
};

export const lightIntl = <Id extends string>({ language, messages }: SpokenWords): LightIntl<Id> => ({
  language,
  messages,
  formatMessage: ({ id }, values) => fillWords(messages[id] ?? id, values, language),
});

/** The words that a page brought along, in its language. */
export const SpokenContext = createContext<LightIntl<string> | null>(null);

/**
 * Words without react-intl: those of the page around (`SpokenContext`), else these English ones.
 * @param messages none where there is always a page that brings them
 */
export function lightWords<Id extends string>(messages?: Readonly<Record<Id, string>>): LightWords<Id> {
  const own = lightIntl<Id>({ language: 'en', messages: messages ?? {} });
  const useIntl = (): LightIntl<Id> => useContext(SpokenContext) ?? own;
  return {
    FormattedMessage: ({ id, values }) => useIntl().formatMessage({ id }, values),
    useIntl,
  };
}
