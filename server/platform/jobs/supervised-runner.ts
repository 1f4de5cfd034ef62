import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Runner } from 'graphile-worker';
import { settleWithin } from './settle-within.ts';

/** Workers that run until they are stopped. */
export type SupervisedRunner = { stop(): Promise<void> };

type Supervision = {
  log: FastifyBaseLogger;
  /** Called with each pool of workers before it starts, and after it stopped. */
  began(workerPool: string): Promise<void>;
  ended(workerPool: string): void;
};

/** How long it waits before it begins again, in milliseconds. */
const RESTART_MS = 500;
/**
 * How long a stop waits for workers, in milliseconds. Those that lost the database may never finish: the
 * library waits for connections that no longer exist. The next start finds the jobs that they had locked.
 */
const STOP_MS = 3_000;

/**
 * Resolves when the first fetch of a job fails. The library then keeps the failure, that of looking up its
 * tasks, as the result of all later fetches: its workers never get a job again, and never end.
 */
function failedFirstFetch(events: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      for (const name of ['job:start', 'worker:getJob:empty']) events.off(name, over);
      events.off('worker:getJob:error', failed);
    };
    const failed = () => {
      over();
      resolve();
    };
    for (const name of ['job:start', 'worker:getJob:empty']) events.on(name, over);
    events.on('worker:getJob:error', failed);
  });
}

/**
 * Keeps workers of graphile-worker running: those that end by themselves, as they do when they can't report a
 * job's end to the database, and those that can't fetch any job are replaced while their last jobs finish.
 * @param run starts with the events that it is given
 * @throws what the first start threw
 */
export async function superviseRunner(
  run: (events: EventEmitter) => Promise<Runner>,
  { log, began, ended }: Supervision,
): Promise<SupervisedRunner> {
  const stopping = new AbortController();
  const running = new Map<Runner, Promise<void>>();
  let restarting: Promise<void> = Promise.resolve();

  async function begin(): Promise<void> {
    const events = new EventEmitter();
    let workerPool: string | null = null;
    events.on('pool:create', ({ workerPool: made }: { workerPool: { id: string } }) => {
      workerPool = made.id;
      began(made.id).catch((error) => log.warn({ err: error }, 'the workers could not show that they live'));
    });
    events.once('pool:gracefulShutdown', () => {
      if (!stopping.signal.aborted) restarting = beginAgain();
    });
    const failed = failedFirstFetch(events);
    const runner = await run(events);
    // A runner that is already stopping reports that it can't be stopped again.
    failed.then(() => runner.stop()).catch(() => undefined);
    const completion = runner.promise
      .catch((error) => log.warn({ err: error }, 'workers ended'))
      .then(() => {
        running.delete(runner);
        if (workerPool) ended(workerPool);
      });
    running.set(runner, completion);
  }

  async function beginAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(RESTART_MS, null, { ref: false });
      if (stopping.signal.aborted) return;
      try {
        return await begin();
      } catch (error) {
        log.warn({ err: error }, 'no workers yet');
      }
    }
  }

  await begin();
  return {
    async stop() {
      stopping.abort();
      await settleWithin(restarting, STOP_MS);
      const stopped = [...running].map(async ([runner, completion]) => {
        // A runner that is already stopping reports that it can't be stopped again.
        await runner.stop().catch(() => undefined);
        await completion;
      });
      await settleWithin(Promise.all(stopped), STOP_MS);
    },
  };
}
