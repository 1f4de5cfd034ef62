'use no memo';

import type { ReactNode } from 'react';
import { useOfflineWorker } from '#components/layout/use-offline-worker.ts';

/** What stands around a form's page: next to nothing, because its styles are files. */
export function FillLayout({ children }: { children: ReactNode }) {
  useOfflineWorker();
  return children;
}
