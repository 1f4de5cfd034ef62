import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#server/platform/http/api-error.ts';
import { tableBusy } from './change-columns.ts';

const PAUSE_MS = 500;

export const isTableBusy = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'table_busy';

type Switching = {
  /** Brings rows up to date. */
  catchUp: () => Promise<void>;
  /** @returns false where too many rows are behind. @throws ApiError 409 where others write without a pause */
  switchOver: () => Promise<boolean>;
  /** Until when it is tried again, by `performance.now()`. */
  deadline: number;
  signal: AbortSignal;
};

/** Brings rows up to date and switches, until that was possible. @throws ApiError 409 where it was not */
export async function switchWhenPossible({
  catchUp,
  switchOver,
  deadline,
  signal,
}: Switching): Promise<void> {
  for (;;) {
    await catchUp();
    const isDone = await switchOver().catch((error) => {
      if (!isTableBusy(error)) throw error;
      return false;
    });
    if (isDone) return;
    if (performance.now() > deadline) throw tableBusy();
    await pause(PAUSE_MS, undefined, { signal });
  }
}
