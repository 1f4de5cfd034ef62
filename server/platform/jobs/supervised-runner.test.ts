import type { EventEmitter } from 'node:events';
import Fastify from 'fastify';
import type { Runner } from 'graphile-worker';
import { expect, it } from 'vitest';
import { superviseRunner } from './supervised-runner.ts';

/** A runner as far as it is used: one that was stopped ends, unless it hangs. */
function makeRunner(hangs: boolean, stopped: () => void): Runner {
  const { promise, resolve } = Promise.withResolvers<void>();
  const runner: Pick<Runner, 'promise' | 'stop'> = {
    promise,
    async stop() {
      if (hangs) throw new Error('is being stopped already');
      stopped();
      resolve();
    },
  };
  return runner as Runner;
}

it('stops its workers although others that lost the database never settle', async () => {
  const emitters: EventEmitter[] = [];
  let stopped = 0;
  const { promise: begunAgain, resolve } = Promise.withResolvers<void>();
  const supervised = await superviseRunner(
    async (events) => {
      emitters.push(events);
      if (emitters.length === 2) resolve();
      return makeRunner(emitters.length === 1, () => {
        stopped += 1;
      });
    },
    { log: Fastify().log, began: async () => undefined, ended: () => undefined },
  );
  emitters[0]?.emit('pool:gracefulShutdown');
  await begunAgain;
  await supervised.stop();
  expect(stopped).toBe(1);
});
