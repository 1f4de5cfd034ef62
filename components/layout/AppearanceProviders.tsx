import type { ReactNode } from 'react';
import { createIntl, type IntlShape, RawIntlProvider } from 'react-intl';
import { StyleSheetManager } from 'styled-components';
import { useNonce } from '#context/nonce.ts';
import { DEFAULT_LOCALE, ENTRY_LOCALES } from '#locales/entry.ts';

const { code, messages } = ENTRY_LOCALES[DEFAULT_LOCALE];

/** One instance for all requests: it caches every parsed message. */
const entryIntl = createIntl({ locale: code, defaultLocale: code, messages });

type AppearanceProvidersProps = {
  /** By default the messages of the entry pages, the only ones that those load: they are the first pages of a visit. */
  intl?: IntlShape;
  children: ReactNode;
};

/** Messages and styles: all that a page without a session needs. */
export function AppearanceProviders({ intl = entryIntl, children }: AppearanceProvidersProps) {
  const nonce = useNonce();
  // On the server, the document's own style sheet has the nonce, and another one would lose the styles.
  const browserOnly = typeof document === 'undefined' || !nonce ? {} : { nonce };
  return (
    <StyleSheetManager {...browserOnly}>
      <RawIntlProvider value={intl}>{children}</RawIntlProvider>
    </StyleSheetManager>
  );
}
