import { describe, expect, test } from 'vitest';
import { flagsOf } from './job-flags.ts';
import { JobScheduler } from './job-scheduler.ts';
import { QUEUES, type QueueName } from './queues.ts';

type Job = { id: string; task: string; tenant: string | null; exclusive: string | null };

const QUEUE_OF = new Map<string, QueueName>([
  ['send', 'mail'],
  ['read', 'files'],
  ['tell', 'webhooks'],
]);

/** A queue as the library keeps it: the first job without a forbidden flag is taken. */
function queueOf(jobs: Job[]) {
  const turns = new JobScheduler(QUEUE_OF);
  const waiting = [...jobs];
  const take = (now?: number): string | undefined => {
    const forbidden = new Set(turns.forbidden(now));
    const at = waiting.findIndex((job) => !flagsOf(job.task, job).some((flag) => forbidden.has(flag)));
    const [job] = at < 0 ? [] : waiting.splice(at, 1);
    if (!job) return turns.nothingFound(now) ? take(now) : undefined;
    turns.begin(job.id, job.task, job);
    return job.id;
  };
  const takeAll = (now?: number): string[] => {
    const taken: string[] = [];
    for (let id = take(now); id !== undefined; id = take(now)) taken.push(id);
    return taken;
  };
  return { turns, take, takeAll };
}

const jobs = (task: string, tenant: string | null, count: number, exclusive: string | null = null): Job[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${tenant} ${task} ${n}`, task, tenant, exclusive }));

describe('JobScheduler', () => {
  test('leaves the workers of other queues free when one has all its jobs at work', () => {
    const { takeAll } = queueOf([...jobs('send', null, 50), ...jobs('read', null, 1)]);
    const taken = takeAll();
    expect(taken).toHaveLength(QUEUES.mail + 1);
    expect(taken).toContain('null read 0');
  });

  test('leaves a worker to other tenants however many jobs one has', () => {
    const { takeAll } = queueOf([...jobs('tell', 'hub:a', 50), ...jobs('tell', 'hub:b', 1)]);
    const taken = takeAll();
    expect(taken).toHaveLength(QUEUES.webhooks);
    expect(taken).toContain('hub:b tell 0');
  });

  test('schedules one job per tenant in each round, in any order of queueing', () => {
    const { turns, take } = queueOf([
      ...jobs('tell', 'hub:a', 3),
      ...jobs('tell', 'hub:b', 2),
      ...jobs('tell', 'hub:c', 1),
    ]);
    const order: string[] = [];
    for (let id = take(); id !== undefined; id = take()) {
      order.push(id.slice(0, 5));
      turns.end(id, 'done');
    }
    expect(order).toEqual(['hub:a', 'hub:b', 'hub:c', 'hub:a', 'hub:b', 'hub:a']);
  });

  test('has only one job of an exclusive name at work', () => {
    const { turns, takeAll } = queueOf(jobs('tell', 'hub:a', 2, 'hook 1'));
    expect(takeAll()).toHaveLength(1);
    turns.end('hub:a tell 0', 'done');
    expect(takeAll()).toHaveLength(1);
  });

  test('pauses a queue whose receiver does not respond for longer each time, and tries it with one job', () => {
    const { turns, takeAll } = queueOf(jobs('send', null, 9));
    const fail = (ids: string[], now: number) => {
      for (const id of ids) turns.end(id, 'unreachable', now);
    };
    fail(takeAll(0), 0);
    expect(takeAll(999)).toEqual([]);
    const second = takeAll(1_000);
    expect(second).toHaveLength(1);
    fail(second, 1_000);
    expect(takeAll(2_999)).toEqual([]);
    const third = takeAll(3_000);
    expect(third).toHaveLength(1);
    for (const id of third) turns.end(id, 'done');
    expect(takeAll(3_000)).toHaveLength(QUEUES.mail);
  });
});
