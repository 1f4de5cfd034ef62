/**
 * The queues, and how many jobs of each run at the same time in a process. Each has workers of its own: a
 * mail server that does not respond, or a file that takes minutes, delays only its own kind.
 */
export const QUEUES = {
  mail: 3,
  files: 3,
  webhooks: 4,
  imports: 2,
  // Two, so that one hub has one of them at a time.
  indexing: 2,
  maintenance: 3,
} as const;

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES).filter((name): name is QueueName =>
  Object.hasOwn(QUEUES, name),
);

/** Jobs that run at the same time in a process, of all queues. */
export const WORKERS = Object.values(QUEUES).reduce((sum, count) => sum + count, 0);
