import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from '../database/database.ts';

/** What a job does with its payload; throwing makes it run again later. */
export type Task = (
  payload: TaskPayload,
  context: { signal: AbortSignal; attempt: number; lastAttempt: boolean },
) => Promise<void>;

export type TaskPayload = Record<string, string | number | boolean | null>;

/** The durable queue: a job that was added is done, also after the process was killed. */
export type Jobs = {
  /** Adds a job, in the caller's transaction where one is given: it is there when that commits, never before. */
  add(
    name: string,
    payload: TaskPayload,
    options?: { transaction?: Transaction; key?: string },
  ): Promise<void>;
  /** Begins to work; resolves once the queue is being watched. */
  start(tasks: Record<string, Task>, log: FastifyBaseLogger): Promise<void>;
  /** Takes no new job, waits for those at work, hands back what is not done. */
  stop(): Promise<void>;
};
