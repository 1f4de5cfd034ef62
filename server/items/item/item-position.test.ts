import { expect, it } from 'vitest';
import { positionsAfter } from './item-position.ts';

const line = (...positions: (number | null)[]) =>
  positions.map((position, at) => ({ id: `${at}`, position }));

it('puts an item between two others without changing them', () => {
  expect([...positionsAfter(line(1024, 2048), 'x', 1)]).toEqual([['x', 1536]]);
  expect([...positionsAfter(line(1024, 2048), 'x', 0)]).toEqual([['x', 512]]);
  expect([...positionsAfter(line(1024, 2048), 'x', 2)]).toEqual([['x', 3072]]);
  expect([...positionsAfter(line(), 'x', 0)]).toEqual([['x', 1024]]);
});

it('gives positions to those before it that have none, and leaves those behind by title', () => {
  expect([...positionsAfter(line(null, null, null), 'x', 1)]).toEqual([
    ['0', 1024],
    ['x', 2048],
  ]);
  expect([...positionsAfter(line(null, null), 'x', 0)]).toEqual([['x', 1024]]);
  expect([...positionsAfter(line(1024, null, null), 'x', 1)]).toEqual([['x', 2048]]);
});

it('numbers a level again where two positions have no gap', () => {
  expect([...positionsAfter(line(1, 2, 3, null), 'x', 1)]).toEqual([
    ['0', 1024],
    ['x', 2048],
    ['1', 3072],
    ['2', 4096],
  ]);
});

it('is the order that was wanted, whatever is put where', () => {
  let siblings = line(null, null, null, null);
  for (let n = 0; n < 300; n += 1) {
    const index = (n * 7) % (siblings.length + 1);
    const positions = positionsAfter(siblings, `x${n}`, index);
    const wanted = siblings.toSpliced(index, 0, { id: `x${n}`, position: null });
    siblings = wanted.map(({ id, position }) => ({ id, position: positions.get(id) ?? position }));
    const numbers = siblings.map(({ position }) => position ?? Number.POSITIVE_INFINITY);
    for (const [at, number] of numbers.entries())
      if (at > 0 && number !== Number.POSITIVE_INFINITY) expect(number).toBeGreaterThan(numbers[at - 1] ?? 0);
    expect(siblings[index]?.position).not.toBeNull();
  }
});

it('numbers a level again where the next position were greater than the database stores', () => {
  expect([...positionsAfter(line(1024, 2 ** 31 - 2), 'x', 2)]).toEqual([
    ['1', 2048],
    ['x', 3072],
  ]);
});
