import { createContext, type ReactNode, useContext } from 'react';
import { formatInlineMessage, type MessageCatalog, type MessageValues } from '#lib/text/inline-messages.ts';

/** Replaces react-intl where a page can't afford its size; with the same names, so that code reads the same. */
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

/** The messages that a page contains, in its language: the form page those of the form, layouts those of the app. */
export const InlineIntlContext = createContext<InlineIntlShape<string> | null>(null);

/** Messages without react-intl: those of the surrounding page (`InlineIntlContext`). */
export function createInlineIntl<Id extends string>(): InlineIntl<Id> {
  const none = createInlineIntlShape<Id>({ language: 'en', messages: {} });
  const useIntl = (): InlineIntlShape<Id> => useContext(InlineIntlContext) ?? none;
  return {
    FormattedMessage: ({ id, values }) => useIntl().formatMessage({ id }, values),
    useIntl,
  };
}
