import { expect, it } from 'vitest';
import { toLocal, toMoment } from './local-time.ts';

it('gives back the moment that it was given, whatever the time zone', () => {
  for (const moment of ['2026-03-29T01:30:00.000Z', '2026-12-31T23:59:00.000Z', '2026-07-01T00:00:00.000Z'])
    expect(toMoment(toLocal(moment))).toBe(moment);
});

it('takes what is no moment for none', () => {
  expect(toLocal(null)).toBe('');
  expect(toLocal('soon')).toBe('');
  expect(toMoment('')).toBeNull();
  expect(toMoment('2026-99-99T10:00')).toBeNull();
});
