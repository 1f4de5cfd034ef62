import { expect, test } from 'vitest';
import { afterPointerUp } from './after-pointer-up.ts';

const fire = (type: string) => window.dispatchEvent(new Event(type));
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('acts at once while nothing is pressed', () => {
  const done: string[] = [];
  afterPointerUp(() => done.push('left'));
  expect(done).toEqual(['left']);
});

test('acts after the click while a button is pressed', async () => {
  const done: string[] = [];
  fire('mousedown');
  afterPointerUp(() => done.push('left'));
  await turn();
  expect(done).toEqual([]);
  fire('mouseup');
  done.push('click');
  await turn();
  expect(done).toEqual(['click', 'left']);
});
