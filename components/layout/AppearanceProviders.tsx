import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import { StyleSheetManager } from 'styled-components';
import { useNonce } from '#context/nonce.ts';
import { intl } from './messages.ts';

/** Messages and styles: all that a page without a session needs. */
export function AppearanceProviders({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  // On the server, the document's own style sheet has the nonce, and another one would lose the styles.
  const browserOnly = typeof document === 'undefined' || !nonce ? {} : { nonce };
  return (
    <StyleSheetManager {...browserOnly}>
      <RawIntlProvider value={intl}>{children}</RawIntlProvider>
    </StyleSheetManager>
  );
}
