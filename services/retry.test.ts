import { expect, test } from 'vitest';
import { HttpError } from './http-client.ts';
import { sendWithRetry } from './retry.ts';

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  new HttpError({ status, data: { code }, headers });

function patiently(refusals: HttpError[]) {
  const waited: number[] = [];
  const outcome = sendWithRetry(
    async () => {
      const next = refusals.shift();
      if (next) throw next;
      return 'done';
    },
    { wait: async (duration) => void waited.push(duration) },
  );
  return { outcome, waited };
}

test('sends a change again after the time that the server names while a folder is prepared', async () => {
  const preparing = () => refusal(503, 'preparing', { 'retry-after': '5' });
  const { outcome, waited } = patiently([preparing(), preparing()]);
  expect(await outcome).toBe('done');
  expect(waited).toEqual([5000, 5000]);
});

test('waits for a request that is still at work, and where there were too many', async () => {
  const { outcome, waited } = patiently([
    refusal(409, 'still_running'),
    refusal(429, 'too_many', { 'retry-after': '900' }),
  ]);
  expect(await outcome).toBe('done');
  expect(waited).toEqual([3000, 30_000]);
});

test.each([
  [403, 'forbidden'],
  [409, 'more_would_see'],
  [503, 'not_ready'],
])('leaves a refusal with %i %s alone', async (status, code) => {
  const { outcome, waited } = patiently([refusal(status, code)]);
  await expect(outcome).rejects.toMatchObject({ response: { status } });
  expect(waited).toEqual([]);
});
