import type { ReactNode } from 'react';
import { createIntl, RawIntlProvider } from 'react-intl';
import { StyleSheetManager } from 'styled-components';
import { useNonce } from '#context/nonce.ts';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';

const { code, messages } = LOCALES[DEFAULT_LOCALE];

/** One for all requests: it keeps what it has read and made of each message. */
const intl = createIntl({ locale: code, defaultLocale: code, messages });

/** Words and styles: all that a page without a session needs. */
export function LookProviders({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  // On the server the document's own sheet has the nonce, and another one would lose the styles.
  const browserOnly = typeof document === 'undefined' || !nonce ? {} : { nonce };
  return (
    <StyleSheetManager {...browserOnly}>
      <RawIntlProvider value={intl}>{children}</RawIntlProvider>
    </StyleSheetManager>
  );
}
