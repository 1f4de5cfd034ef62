import { useCallback, useEffect, useRef, useState } from 'react';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { FormEditors } from '#lib/contract/form-editors.ts';
import { beginEditing, stopEditing } from '#services/form-editors.ts';

/** Milliseconds between heartbeats; the server removes an editor after two missed ones. */
export const EDITING_HEARTBEAT_MS = 20_000;

/**
 * The other users who edit a form while this screen is visible; a change that they save is loaded as soon as it is
 * announced.
 */
export function useActiveEditors(formId: string, onSaved: () => void): FormEditors['others'] {
  const { hub } = useShell();
  const [others, setOthers] = useState<FormEditors['others']>([]);
  const isGone = useRef(false);

  const beat = useCallback(async () => {
    if (document.visibilityState !== 'visible') return;
    try {
      const response = await beginEditing(formId);
      if (!isGone.current) setOthers(response.others);
    } catch {
      // Without a response, nobody is shown; the next heartbeat retries.
      if (!isGone.current) setOthers([]);
    }
  }, [formId]);

  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.id !== formId) return;
      if (event.about === 'editors') void beat();
      if (event.about === 'form') onSaved();
    },
    () => {
      void beat();
      onSaved();
    },
  );
  useEffect(() => {
    isGone.current = false;
    const leave = () => stopEditing(formId);
    const onShown = () => {
      if (document.visibilityState === 'visible') void beat();
      else leave();
    };
    void beat();
    const timer = setInterval(() => void beat(), EDITING_HEARTBEAT_MS);
    document.addEventListener('visibilitychange', onShown);
    window.addEventListener('pagehide', leave);
    return () => {
      isGone.current = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [formId, beat]);
  return others;
}
