import { expect, it, test } from 'vitest';
import { localFromMoment, momentFromLocal } from '#lib/fields/local-moment.ts';

it('gives back the moment that it was shown as', () => {
  for (const moment of ['2026-05-01T09:30:00Z', '2026-12-31T23:59:07+05:30', '0099-01-01T00:00:00Z']) {
    const local = localFromMoment(moment);
    const again = momentFromLocal(local);
    expect(Date.parse(again ?? '')).toBe(Date.parse(moment));
  }
});

test.each(['', 'soon', '2026-02-30T10:00:00Z', '2026-05-01T09:30'])('shows nothing for %j', (text) => {
  expect(localFromMoment(text)).toBe('');
});

test.each(['', 'soon', '2026-05-01T99:30'])('%j is no moment', (text) => {
  expect(momentFromLocal(text)).toBeNull();
});
