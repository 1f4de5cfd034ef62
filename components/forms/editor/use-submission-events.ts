import { useCallback, useRef } from 'react';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';

/**
 * Reloads a form when its submissions change, so that its count is current on every tab; any number of events during a
 * request causes only one further request. `ActiveEditors` reloads it after a gap.
 */
export function useSubmissionEvents(formId: string, refresh: () => Promise<void>): void {
  const { hub } = useShell();
  const reading = useRef<{ isStale: boolean } | null>(null);
  const read = useCallback(async () => {
    if (reading.current) {
      reading.current.isStale = true;
      return;
    }
    const own = { isStale: true };
    reading.current = own;
    while (own.isStale) {
      own.isStale = false;
      await refresh();
    }
    reading.current = null;
  }, [refresh]);
  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.about === 'answers' && event.id === formId) void read();
    },
    () => void read(),
  );
}
