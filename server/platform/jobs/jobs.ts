import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from '#server/platform/database/database.ts';
import type { QueueName } from './queues.ts';

/**
 * A task throws it where its receiver does not respond at all, whatever is sent: its queue is paused, each
 * time for longer, and the job is retried.
 */
export class ReceiverUnavailable extends Error {
  override name = 'ReceiverUnavailable';
}

/** A kind of job. */
export type Task = {
  /** Whose workers run it; by default those of `maintenance`. */
  queue?: QueueName;
  /** Does it; throwing makes it run again later, an abort by the signal as soon as somebody works again. */
  run(payload: TaskPayload, context: { signal: AbortSignal; attempt: number }): Promise<void>;
  /** Called with a job that was started too often without finishing. */
  giveUp?(payload: TaskPayload): Promise<void>;
  /** Also runs by itself, at these times (five cron fields, UTC); missed runs are made up for. */
  times?: string;
};

export type TaskPayload = Record<string, string | number | boolean | null>;

export type JobOptions = {
  transaction?: Transaction;
  key?: string;
  /**
   * How often it is tried where it fails temporarily, with growing pauses: by default 8 times in half an
   * hour.
   */
  attempts?: number;
  /** A user waits for it: it precedes what is queued already. */
  urgent?: boolean;
  /** Not before then, unless one of the same key is to be done sooner. */
  at?: Date;
  /** For whom it is done: tenants alternate. By default the tenant of the request or job that adds it. */
  tenant?: string;
  /** Of jobs with the same name only one runs at a time. */
  exclusive?: string;
};

/** The durable queue: a job that was added is done, also after the process was killed. */
export type Jobs = {
  /**
   * Adds a job, in the caller's transaction where one is given: it exists when that commits, never before.
   */
  add(name: string, payload: TaskPayload, options?: JobOptions): Promise<void>;
  /** Makes it possible to add jobs that other processes do, where none has started on this database before. */
  prepare(): Promise<void>;
  /** Starts the workers; resolves once the queue is being watched. */
  start(tasks: Record<string, Task>, log: FastifyBaseLogger): Promise<void>;
  /** Starts no new job, gives running ones a short time, returns what is not done to the queue. */
  stop(): Promise<void>;
};
