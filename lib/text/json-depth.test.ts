import { describe, expect, it } from 'vitest';
import { isNestedDeeper, isValueDeeper } from './json-depth.ts';

const nested = (depth: number, open = '[', close = ']') => `${open.repeat(depth)}${close.repeat(depth)}`;

describe('isNestedDeeper', () => {
  it('counts lists and objects within each other, not beside each other', () => {
    expect(isNestedDeeper(nested(64), 64)).toBe(false);
    expect(isNestedDeeper(nested(65), 64)).toBe(true);
    expect(isNestedDeeper(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 64)).toBe(true);
    expect(isNestedDeeper(`[${'[],'.repeat(1000)}{}]`, 2)).toBe(false);
    expect(isNestedDeeper('1', 0)).toBe(false);
  });

  it('counts no brackets of texts, also after escaped quotes', () => {
    expect(
      isNestedDeeper(JSON.stringify([nested(500), `"${nested(500)}`, '\\', nested(500, '{', '}')]), 1),
    ).toBe(false);
    expect(isNestedDeeper(`["\\"",${nested(9)}]`, 9)).toBe(true);
  });
});

describe('isValueDeeper', () => {
  it('counts the lists and objects of a value, as deep as it has to look', () => {
    expect(isValueDeeper('text', 0)).toBe(false);
    expect(isValueDeeper([], 0)).toBe(true);
    expect(isValueDeeper({ a: [1, { b: null }] }, 3)).toBe(false);
    expect(isValueDeeper({ a: [1, { b: null }] }, 2)).toBe(true);
  });
});
