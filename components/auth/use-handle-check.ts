import { useEffect, useState } from 'react';
import { handleProblem } from '#lib/text/handle.ts';
import { checkHandle } from '#services/hub.ts';

/** Milliseconds without typing before the server is queried. */
const PAUSE = 300;

export type HandleState =
  | { state: 'empty' | 'checking' | 'free' | 'unknown' }
  | { state: 'wrong'; message: string }
  | { state: 'taken'; message: string | null; suggestion: string };

type HandleCheck = { handle: string; found: HandleState };

/** Whether a typed handle is available: checked by the rules first, then by the server. */
export function useHandleCheck(handle: string, label: string): HandleState {
  const [check, setCheck] = useState<HandleCheck | null>(null);
  const problem = handle ? handleProblem(handle, label) : null;

  useEffect(() => {
    if (!handle || problem) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { available, suggestion, message } = (await checkHandle(handle, { signal: abort.signal })).data;
        const found: HandleState = available
          ? { state: 'free' }
          : { state: 'taken', message: message ?? null, suggestion };
        setCheck({ handle, found });
      } catch {
        // Creating the hub reports it in the end.
        if (!abort.signal.aborted) setCheck({ handle, found: { state: 'unknown' } });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [handle, problem]);

  if (!handle) return { state: 'empty' };
  if (problem) return { state: 'wrong', message: problem };
  return check?.handle === handle ? check.found : { state: 'checking' };
}
