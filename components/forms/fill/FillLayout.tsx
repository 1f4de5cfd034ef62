'use no memo';

import type { ReactNode } from 'react';
import { useOfflineWorker } from '#components/layout/use-offline-worker.ts';

/** The layout of a form's page: minimal, because its styles are in CSS files. */
export function FillLayout({ children }: { children: ReactNode }) {
  useOfflineWorker();
  return children;
}
