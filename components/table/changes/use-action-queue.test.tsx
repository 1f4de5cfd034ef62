import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useActionQueue } from './use-action-queue.ts';

test('begins the first action at once, and the one after it when what it returned is resolved', async () => {
  const queue = renderHook(useActionQueue).result.current;
  const first = Promise.withResolvers<void>();
  const steps: string[] = [];
  queue.run(async () => {
    steps.push('first');
    await first.promise;
    steps.push('first is over');
  });
  expect(steps).toEqual(['first']);
  expect(queue.isWaiting()).toBe(true);
  queue.run(async () => steps.push('second'));
  const third = queue.queue(() => steps.push('third'));
  const idle = queue.whenIdle().then(() => steps.push('idle'));
  first.resolve();
  await Promise.all([third, idle]);
  expect(steps).toEqual(['first', 'first is over', 'second', 'third', 'idle']);
  expect(queue.isWaiting()).toBe(false);
});

test('continues with the next action when one fails that began at once, and leaves its error to be reported', async () => {
  const queue = renderHook(useActionQueue).result.current;
  const failure = new Error('It fails.');
  const failed = new Promise<unknown>((resolve) => process.once('unhandledRejection', resolve));
  queue.run(() => Promise.reject(failure));
  await expect(queue.queue(() => 'next')).resolves.toBe('next');
  expect(await failed).toBe(failure);
});
