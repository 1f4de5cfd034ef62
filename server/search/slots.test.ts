import { describe, expect, test } from 'vitest';
import { readSearchQuery } from '#lib/text/search-query.ts';
import { createSlots } from './query-slots.ts';
import { partialSlots, slotQuery } from './slots.ts';

const queriesOf = (q: string, marks?: 'any' | 'typed'): string[] =>
  partialSlots(createSlots(readSearchQuery(q).terms).wanted, marks).map(({ slot }) => slotQuery(slot));

describe('the parts of a text without blanks', () => {
  test('leave a single character with marks out, as one without: as a prefix it would match most texts', () => {
    expect(queriesOf('กิ1 กี2 ກິ3 កិ4 ကိ5', 'any')).toEqual(["'1'", "'2'", "'3'", "'4'", "'5'"]);
    expect(queriesOf('ก1 ข2', 'any')).toEqual(["'1'", "'2'"]);
  });

  test('are pairs of two characters at least as prefixes, of the second of which any marks match', () => {
    expect(queriesOf('กิขีค', 'any')).toEqual(["'กิข':*", "'ขีค':*"]);
    expect(queriesOf('มนุษย์', 'any')).toEqual(["'มน':*", "'นุษ':*", "'ษย':*"]);
    for (const q of ['กิขีคึงื', 'ກິຂີຄຶ', 'កិខីគឹ', 'ကိခီဂု', 'ก็ข้', '็ก็ข'])
      for (const query of queriesOf(q, 'any'))
        expect([...query.replace(/\p{M}|[':*]/gu, '')].length, query).toBeGreaterThanOrEqual(2);
  });

  test('have the marks as typed otherwise, and those of other scripts always', () => {
    expect(queriesOf('กิขีคึ')).toEqual(["'กิขี'", "'ขีคึ'"]);
    expect(queriesOf('มนุษย์').join(' ')).not.toContain('*');
    expect(queriesOf('数据库', 'any')).toEqual(queriesOf('数据库'));
  });
});
