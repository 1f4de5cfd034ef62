import { describe, expect, test } from 'vitest';
import { FairScheduler, type Release, SchedulerTimeout } from './fair-scheduler.ts';
import type { Tenant } from './tenant.ts';

const tenant = (key: string): Tenant => ({ key, waitedMs: 0 });

const SIZE = 16;
/** No waiter of these tests gives up, however long the run takes. */
const PATIENT = Number.POSITIVE_INFINITY;

/** Asks for `count` places, and collects those that are given. */
function ask(turns: FairScheduler, tenant: Tenant | null, count: number): Release[] {
  const releases: Release[] = [];
  for (let index = 0; index < count; index += 1) {
    turns.acquire(tenant).then(
      (leave) => releases.push(leave),
      () => undefined,
    );
  }
  return releases;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FairScheduler', () => {
  test('leaves slots to other tenants however many one tenant requests', async () => {
    const turns = new FairScheduler(SIZE, PATIENT);
    const flood = ask(turns, tenant('hub:a'), 100);
    await settled();
    expect(flood.length).toBe(11);
    const other = ask(turns, tenant('hub:b'), 1);
    await settled();
    expect(other.length).toBe(1);
  });

  test('counts the slots that are taken or waited for', async () => {
    const turns = new FairScheduler(2, PATIENT);
    const releases = ask(turns, null, 3);
    await settled();
    expect(turns.inUse).toBe(3);
    for (const leave of releases) leave();
    await settled();
    expect(turns.inUse).toBe(1);
  });

  test('counts the slots of a request for the hub that it acts in', async () => {
    const turns = new FairScheduler(SIZE, PATIENT);
    const unknown = Array.from({ length: 11 }, (_, n) => tenant(`user:${n}`));
    for (const tenant of unknown) ask(turns, tenant, 1);
    await settled();
    for (const tenant of unknown) tenant.key = 'hub:a';
    const more = ask(turns, tenant('hub:a'), 1);
    await settled();
    expect(more.length).toBe(0);
    const other = ask(turns, tenant('hub:b'), 1);
    await settled();
    expect(other.length).toBe(1);
  });

  test('gives a freed slot to the tenant with the fewest, before one that has waited longer', async () => {
    const turns = new FairScheduler(2, PATIENT);
    const [first] = await Promise.all([turns.acquire(tenant('hub:a')), turns.acquire(tenant('hub:b'))]);
    const order: string[] = [];
    for (const key of ['hub:b', 'hub:b', 'hub:c'])
      void turns.acquire(tenant(key)).then(() => order.push(key));
    first?.();
    await settled();
    expect(order).toEqual(['hub:c']);
  });

  test('runs system work before waiting tenants', async () => {
    const turns = new FairScheduler(1, PATIENT);
    const leave = await turns.acquire(tenant('hub:a'));
    const order: string[] = [];
    void turns.acquire(tenant('hub:b')).then(() => order.push('hub'));
    void turns.acquire(null).then(() => order.push('system'));
    leave();
    leave();
    await settled();
    expect(order).toEqual(['system']);
  });

  test('limits the total waiting time of a request', async () => {
    const turns = new FairScheduler(1, 60_000);
    const leave = await turns.acquire(null);
    const tired = { key: 'hub:a', waitedMs: 60_000 };
    await expect(turns.acquire(tired)).rejects.toThrow(SchedulerTimeout);
    leave();
    await expect(turns.acquire(tired)).resolves.toBeTypeOf('function');
  });

  test('rejects and removes a waiter after its timeout', async () => {
    const turns = new FairScheduler(1, 5);
    const leave = await turns.acquire(null);
    await expect(turns.acquire(tenant('hub:a'))).rejects.toThrow(SchedulerTimeout);
    leave();
    await expect(turns.acquire(tenant('hub:b'))).resolves.toBeTypeOf('function');
  });
});
