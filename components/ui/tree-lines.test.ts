import { describe, expect, it } from 'vitest';
import { parentsOf, treeLines } from './tree-lines.ts';

const entry = (id: string, opens = false) => ({ id, title: id, opens });

describe('treeLines', () => {
  const known = new Map([
    [null, [entry('a', true), entry('b', true), entry('c')]],
    ['a', [entry('a1', true), entry('a2')]],
    ['a1', [entry('deep')]],
    ['b', []],
  ]);

  it('lists what is open, in order and with its level', () => {
    const lines = treeLines(known, new Set(['a', 'a1']));
    expect(lines.map((line) => `${line.depth} ${line.entry.id} ${line.place}/${line.count}`)).toEqual([
      '0 a 1/3',
      '1 a1 1/2',
      '2 deep 1/1',
      '1 a2 2/2',
      '0 b 2/3',
      '0 c 3/3',
    ]);
    expect(parentsOf(lines, 2)).toEqual(['a1', 'a']);
  });

  it('lists an entry once while the level that it left is not loaded again', () => {
    const moved = new Map([...known, [null, [entry('a', true), entry('a2')]]]);
    expect(treeLines(moved, new Set(['a'])).map((line) => line.entry.id)).toEqual(['a', 'a1', 'a2']);
  });

  it('opens nothing that is loaded and empty, and lists nothing of what is not loaded', () => {
    expect(treeLines(known, new Set(['b'])).find((line) => line.entry.id === 'b')).toMatchObject({
      opens: false,
      isOpen: false,
    });
    const unloaded = treeLines(new Map([[null, [entry('a', true)]]]), new Set(['a']));
    expect(unloaded.map((line) => [line.entry.id, line.isOpen])).toEqual([['a', true]]);
  });
});
