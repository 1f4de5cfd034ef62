import { expect, test } from 'vitest';
import { isReadAlike } from './read-alike.ts';

const READING = {
  ...{ sheet: null, decimal_mark: null, date_order: null, encoding: null, delimiter: null, has_header: null },
  ...{ new_columns: null, unknown_options: null, mapping: { Name: 'c_name' }, column_types: null },
} as const;

test('an import that was started with another choice while its file was read is read again', () => {
  expect(isReadAlike({ ...READING, mapping: { Name: 'c_name' } }, READING)).toBe(true);
  // Without a choice another sheet than the first one may have been read.
  expect(isReadAlike({ ...READING, sheet: 0 }, READING)).toBe(false);
  expect(isReadAlike(READING, { ...READING, sheet: 0 })).toBe(false);
  expect(isReadAlike({ ...READING, mapping: { Name: 'c_email' } }, READING)).toBe(false);
});
