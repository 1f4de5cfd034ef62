import type { ReactNode } from 'react';
import { createIntl, type IntlShape, RawIntlProvider } from 'react-intl';
import { StyleSheetManager } from 'styled-components';
import { useNonce } from '#context/nonce.ts';
import { DEFAULT_LOCALE, ENTRY_LOCALES } from '#locales/entry.ts';

const { code, messages } = ENTRY_LOCALES[DEFAULT_LOCALE];

/** One for all requests: it keeps what it has read and made of each message. */
const entryWords = createIntl({ locale: code, defaultLocale: code, messages });

type AppearanceProvidersProps = {
  /** Those of the entry pages unless given: they carry no others, since they are the first that somebody loads. */
  intl?: IntlShape;
  children: ReactNode;
};

/** Words and styles: all that a page without a session needs. */
export function AppearanceProviders({ intl = entryWords, children }: AppearanceProvidersProps) {
  const nonce = useNonce();
  // On the server the document's own sheet has the nonce, and another one would lose the styles.
  const browserOnly = typeof document === 'undefined' || !nonce ? {} : { nonce };
  return (
    <StyleSheetManager {...browserOnly}>
      <RawIntlProvider value={intl}>{children}</RawIntlProvider>
    </StyleSheetManager>
  );
}
