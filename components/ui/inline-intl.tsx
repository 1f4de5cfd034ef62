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

/** The words that a page brought along, in its language: the form page those of the form, layouts those of the app. */
export const InlineIntlContext = createContext<InlineIntlShape<string> | null>(null);

/** Words without react-intl: those of the page around (`InlineIntlContext`). */
export function createInlineIntl<Id extends string>(): InlineIntl<Id> {
  const none = createInlineIntlShape<Id>({ language: 'en', messages: {} });
  const useIntl = (): InlineIntlShape<Id> => useContext(InlineIntlContext) ?? none;
  return {
    FormattedMessage: ({ id, values }) => useIntl().formatMessage({ id }, values),
    useIntl,
  };
}
