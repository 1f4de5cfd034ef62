import type { RowOutcome } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';

/** How long the first pause before a request is repeated is, and the longest. */
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;

type WrittenRows = { id: string; values: Values; revision?: number }[];

export type SenderOptions = {
  send: (rows: WrittenRows) => Promise<RowOutcome[]>;
  /** Whether the server was not reached, or can't work for now: the request is repeated. */
  isTemporary: (error: unknown) => boolean;
  /** Waits before a request is repeated, in milliseconds; less where the signal comes first. */
  wait: (duration: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Sends rows to be written until the server was reached.
 * @param onWaiting called with the error where a request waits to be repeated, and with null where that is over
 */
export function createRepeatedSender(options: SenderOptions & { onWaiting: (error: Error | null) => void }) {
  const { send, isTemporary, wait, onWaiting } = options;
  let pause: AbortController | null = null;
  let isStopped = false;
  /** Why a request waited when it was stopped: those behind it are not sent either. */
  let dropped: Error | null = null;
  let last: Error | null = null;
  return {
    /** @throws what the server refused */
    async send(rows: WrittenRows): Promise<{ outcomes: RowOutcome[]; isRepeated: boolean }> {
      if (dropped) throw dropped;
      for (let repeat = 0; ; repeat += 1) {
        try {
          const outcomes = await send(rows);
          if (repeat > 0) onWaiting(null);
          return { outcomes, isRepeated: repeat > 0 };
        } catch (error) {
          if (!(error instanceof Error) || !isTemporary(error) || isStopped) {
            if (repeat > 0) onWaiting(null);
            throw error;
          }
          pause = new AbortController();
          last = error;
          onWaiting(error);
          await wait(Math.min(PAUSE_MS * 2 ** repeat, PAUSE_MS_MAX), pause.signal);
          pause = null;
          if (isStopped) {
            onWaiting(null);
            throw error;
          }
        }
      }
    },
    /** Repeats a request that waits, at once. */
    retry: () => pause?.abort(),
    start: () => {
      isStopped = false;
      dropped = null;
    },
    /** Gives up what waits: nobody sees it any more, and others may have written the same cells since. */
    stop: () => {
      isStopped = true;
      if (pause) dropped = last;
      pause?.abort();
    },
  };
}
