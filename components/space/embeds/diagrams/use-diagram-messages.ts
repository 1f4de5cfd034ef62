import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { DiagramMessages } from './diagram-picture.ts';

/** The messages of diagrams, in the reader's language. */
export function useDiagramMessages(): DiagramMessages {
  const intl = useIntl();
  return useMemo(
    () => ({
      name: intl.formatMessage({ id: 'diagram.name' }),
      problem: (reason) => intl.formatMessage({ id: 'diagram.problem' }, { reason }),
      failed: intl.formatMessage({ id: 'diagram.failed' }),
    }),
    [intl],
  );
}
