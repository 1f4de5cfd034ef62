import type { Services } from '#server/platform/services.ts';
import { tasks } from './tasks.ts';

/** Background work that runs until it is stopped. */
export type Worker = {
  /** Starts nothing new, gives what runs a short time, and leaves the rest to other workers. */
  stop(): Promise<void>;
};

/**
 * Starts all that a process with the role `worker` does: jobs, today. Everything here shares its work with the
 * other workers on the same database, and is taken over by them where this process is killed.
 * @param services with the connections for background work as `database`
 */
export async function startWorker(services: Services): Promise<Worker> {
  await services.jobs.start(tasks(services), services.log);
  return { stop: () => services.jobs.stop() };
}
