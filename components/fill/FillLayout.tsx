'use no memo';

import type { ReactNode } from 'react';
import { StyleSheetManager } from 'styled-components';
import { useOfflineWorker } from '#components/layout/use-offline-worker.ts';
import { useNonce } from '#context/nonce.ts';

/** All that a form's page needs around it: styles that the answer's policy lets in. */
export function FillLayout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  useOfflineWorker();
  // On the server the document's own sheet has the nonce, and another one would lose the styles.
  const browserOnly = typeof document === 'undefined' || !nonce ? {} : { nonce };
  return <StyleSheetManager {...browserOnly}>{children}</StyleSheetManager>;
}
