import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from '#server/platform/database/database.ts';
import type { QueueName } from './queues.ts';

/**
 * A task throws it where whoever it sends to gives no answer at all, whatever it is sent: its queue is paused, each time
 * for longer, and the job is tried again.
 */
export class ReceiverUnavailable extends Error {
  override name = 'ReceiverUnavailable';
}

/** A kind of job. */
export type Task = {
  /** Whose workers do it; those of `maintenance` unless said. */
  queue?: QueueName;
  /** Does it; throwing makes it run again later, an abort by the signal as soon as somebody works again. */
  run(payload: TaskPayload, context: { signal: AbortSignal; attempt: number }): Promise<void>;
  /** Called with a job that was started too often without finishing. */
  giveUp?(payload: TaskPayload): Promise<void>;
  /** Also runs by itself, at these times (five cron fields, UTC); made up for when nobody worked then. */
  times?: string;
};

export type TaskPayload = Record<string, string | number | boolean | null>;

export type JobOptions = {
  transaction?: Transaction;
  key?: string;
  /** How often it is tried where it fails for a passing reason, with growing pauses: 8 times in half an hour unless said. */
  attempts?: number;
  /** Somebody waits for it: it goes before what is queued already. */
  urgent?: boolean;
  /** Not before then, unless one of the same key is to be done sooner. */
  at?: Date;
  /** For whom it is done: tenants take turns. Whoever the request or job that adds it is for, unless said. */
  tenant?: string;
  /** Of jobs with the same name only one is at work at a time. */
  exclusive?: string;
};

/** The durable queue: a job that was added is done, also after the process was killed. */
export type Jobs = {
  /** Adds a job, in the caller's transaction where one is given: it is there when that commits, never before. */
  add(name: string, payload: TaskPayload, options?: JobOptions): Promise<void>;
  /** Begins to work; resolves once the queue is being watched. */
  start(tasks: Record<string, Task>, log: FastifyBaseLogger): Promise<void>;
  /** Takes no new job, gives those at work a moment, hands back what is not done. */
  stop(): Promise<void>;
};
