import { expect, it, vi } from 'vitest';
import { tableBusy } from './change-columns.ts';
import { switchWhenPossible } from './switch-when-possible.ts';

const none = async () => undefined;
const { signal } = new AbortController();
const soon = () => performance.now() + 60_000;

it('brings rows up to date before each time that it tries', async () => {
  const steps: string[] = [];
  const results = [false, true];
  await switchWhenPossible({
    catchUp: async () => void steps.push('catch up'),
    switchOver: async () => {
      steps.push('switch');
      return results.shift() ?? false;
    },
    deadline: soon(),
    signal,
  });
  expect(steps).toEqual(['catch up', 'switch', 'catch up', 'switch']);
});

it.each([
  ['others write without a pause', () => Promise.reject(tableBusy())],
  ['too many rows are behind', async () => false],
])('gives up after its time where %s', async (_, act) => {
  const switchOver = vi.fn(act);
  const switching = switchWhenPossible({
    catchUp: none,
    switchOver,
    deadline: performance.now() + 100,
    signal,
  });
  await expect(switching).rejects.toMatchObject({ status: 409, code: 'table_busy' });
  expect(switchOver).toHaveBeenCalledTimes(2);
});

it('fails at once where the change is not allowed any more', async () => {
  const refused = new Error('refused');
  const switching = switchWhenPossible({
    catchUp: none,
    switchOver: () => Promise.reject(refused),
    deadline: soon(),
    signal,
  });
  await expect(switching).rejects.toBe(refused);
});
