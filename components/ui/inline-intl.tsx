import { createContext, type ReactNode, useContext } from 'react';
import { formatInlineMessage, type MessageCatalog, type MessageValues } from '#lib/text/inline-messages.ts';

/** What stands in for react-intl where a page can't afford to carry it; the same names, so that it reads the same. */
export type InlineIntl<Id extends string> = {
  FormattedMessage(props: { id: Id; values?: MessageValues }): ReactNode;
  useIntl(): InlineIntlShape<Id>;
};

export type InlineIntlShape<Id extends string> = MessageCatalog & {
  formatMessage(message: { id: Id }, values?: MessageValues): string;
};

export const createInlineIntlShape = <Id extends string>({
  language,
  messages,
}: MessageCatalog): InlineIntlShape<Id> => ({
  language,
  messages,
  formatMessage: ({ id }, values) => formatInlineMessage(messages[id] ?? id, values, language),
});

/** The words that a page brought along, in its language. */
export const InlineIntlContext = createContext<InlineIntlShape<string> | null>(null);

/**
 * Words without react-intl: those of the page around (`InlineIntlContext`), else these English ones.
 * @param messages none where there is always a page that brings them
 */
export function createInlineIntl<Id extends string>(messages?: Readonly<Record<Id, string>>): InlineIntl<Id> {
  const own = createInlineIntlShape<Id>({ language: 'en', messages: messages ?? {} });
  const useIntl = (): InlineIntlShape<Id> => useContext(InlineIntlContext) ?? own;
  return {
    FormattedMessage: ({ id, values }) => useIntl().formatMessage({ id }, values),
    useIntl,
  };
}
