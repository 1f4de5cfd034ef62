import { describe, expect, it } from 'vitest';
import { isId, newId } from './id.ts';

describe('ids', () => {
  it('are UUIDs of version 7 and never the same', () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.every(isId)).toBe(true);
  });

  it('are distinguished from other strings', () => {
    for (const text of ['', '1', '../etc', `${newId()}x`]) expect(isId(text)).toBe(false);
  });
});
