import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readUtcTime } from './utc-time.ts';

const asDriver: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

test('any moment is read as the driver reads it', () => {
  const moment = fc.date({
    min: new Date('0100-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  const fraction = fc.integer({ min: 0, max: 999_999 });
  fc.assert(
    fc.property(moment, fraction, (date, micros) => {
      const digits = `.${String(micros).padStart(6, '0')}`.replace(/\.?0+$/, '');
      const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${digits}+00`;
      expect(readUtcTime(text)).toEqual(asDriver(text));
    }),
  );
});

test.each([
  '2026-11-21 08:00:00+01',
  '2026-11-21 08:00:00.5+05:30',
  '0044-03-15 00:00:00+00 BC',
  '0044-03-15 00:00:00+00',
  '12026-11-21 08:00:00+00',
  'infinity',
])('%s is left to the driver', (text) => {
  expect(readUtcTime(text)).toBeNull();
});
