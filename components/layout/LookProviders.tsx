import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { StyleSheetManager } from 'styled-components';
import { useNonce } from '#context/nonce.ts';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';

/** Words and styles: all that a page without a session needs. */
export function LookProviders({ children }: { children: ReactNode }) {
  const { code, messages } = LOCALES[DEFAULT_LOCALE];
  const nonce = useNonce();
  // On the server the document's own sheet has the nonce, and another one would lose the styles.
  const browserOnly = typeof document === 'undefined' || !nonce ? {} : { nonce };
  return (
    <StyleSheetManager {...browserOnly}>
      <IntlProvider locale={code} defaultLocale={code} messages={messages}>
        {children}
      </IntlProvider>
    </StyleSheetManager>
  );
}
