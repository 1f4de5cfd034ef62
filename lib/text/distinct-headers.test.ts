import { expect, test } from 'vitest';
import { distinctHeaders } from './distinct-headers.ts';

test('numbers headers that stand in a file several times, and never into another one', () => {
  expect(distinctHeaders(['City', 'Zip', 'City', 'City'])).toEqual(['City', 'Zip', 'City (2)', 'City (3)']);
  expect(distinctHeaders(['City', 'City', 'City (2)'])).toEqual(['City', 'City (3)', 'City (2)']);
  expect(distinctHeaders(['', 'Zip', ''])).toEqual(['', 'Zip', '(2)']);
});
