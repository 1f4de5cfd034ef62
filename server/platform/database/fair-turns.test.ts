import { describe, expect, test } from 'vitest';
import { FairTurns, type Leave, TurnTimeout } from './fair-turns.ts';
import type { Tenant } from './tenant.ts';

const tenant = (key: string): Tenant => ({ key, waitedMs: 0 });

const SIZE = 16;

/** Asks for `count` places, and collects those that are given. */
function ask(turns: FairTurns, tenant: Tenant | null, count: number): Leave[] {
  const given: Leave[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    turns.enter(tenant).then(
      (leave) => given.push(leave),
      () => undefined,
    );
  }
  return given;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FairTurns', () => {
  test('leaves places to others however many one tenant asks for', async () => {
    const turns = new FairTurns(SIZE, 60_000);
    const flood = ask(turns, tenant('hub:a'), 100);
    await settled();
    expect(flood.length).toBe(11);
    const other = ask(turns, tenant('hub:b'), 1);
    await settled();
    expect(other.length).toBe(1);
  });

  test('counts what a request holds for the hub that it turned out to act in', async () => {
    const turns = new FairTurns(SIZE, 60_000);
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

  test('gives a freed place to the tenant with the fewest, before one that has waited longer', async () => {
    const turns = new FairTurns(2, 60_000);
    const [first] = await Promise.all([turns.enter(tenant('hub:a')), turns.enter(tenant('hub:b'))]);
    const order: string[] = [];
    for (const key of ['hub:b', 'hub:b', 'hub:c']) void turns.enter(tenant(key)).then(() => order.push(key));
    first?.();
    await settled();
    expect(order).toEqual(['hub:c']);
  });

  test('lets work of the system in before tenants that wait', async () => {
    const turns = new FairTurns(1, 60_000);
    const leave = await turns.enter(tenant('hub:a'));
    const order: string[] = [];
    void turns.enter(tenant('hub:b')).then(() => order.push('hub'));
    void turns.enter(null).then(() => order.push('system'));
    leave();
    leave();
    await settled();
    expect(order).toEqual(['system']);
  });

  test('has patience for all the waiting of a request together', async () => {
    const turns = new FairTurns(1, 60_000);
    const leave = await turns.enter(null);
    const tired = { key: 'hub:a', waitedMs: 60_000 };
    await expect(turns.enter(tired)).rejects.toThrow(TurnTimeout);
    leave();
    await expect(turns.enter(tired)).resolves.toBeTypeOf('function');
  });

  test('refuses who waited too long, and forgets that they waited', async () => {
    const turns = new FairTurns(1, 5);
    const leave = await turns.enter(null);
    await expect(turns.enter(tenant('hub:a'))).rejects.toThrow(TurnTimeout);
    leave();
    await expect(turns.enter(tenant('hub:b'))).resolves.toBeTypeOf('function');
  });
});
