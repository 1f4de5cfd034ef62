import { expect, it, test } from 'vitest';
import { isTimeZone, parseLocalDateTime, toLocalDateTime } from '#lib/fields/local-date-time.ts';

const ZONES = [undefined, 'UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];

it('gives back the moment that it was shown as, in any time zone', () => {
  for (const timeZone of ZONES)
    for (const moment of ['2026-05-01T09:30:00Z', '2026-12-31T23:59:07+05:30', '0099-01-01T00:00:00Z']) {
      const again = parseLocalDateTime(toLocalDateTime(moment, timeZone), timeZone);
      expect(again.kind === 'moment' && Date.parse(again.moment)).toBe(Date.parse(moment));
    }
});

it('reads the first and the last times that have four digits for a year, in any time zone', () => {
  for (const timeZone of [...ZONES, 'America/New_York', 'Pacific/Kiritimati'])
    for (const local of ['0001-01-02T00:00', '1900-01-01T00:00', '9999-12-31T00:00', '9999-12-31T23:59:59']) {
      const read = parseLocalDateTime(local, timeZone);
      expect([local, timeZone, read.kind === 'moment' && toLocalDateTime(read.moment, timeZone)]).toEqual([
        ...[local, timeZone, local],
      ]);
    }
});

test.each(['', 'soon', '2026-02-30T10:00:00Z', '2026-05-01T09:30'])('shows nothing for %j', (text) => {
  expect(toLocalDateTime(text)).toBe('');
});

test.each(['', 'soon', '2026-05-01T99:30', '2026-02-30T09:30', '2026-05-01'])('%j is no moment', (text) => {
  expect(parseLocalDateTime(text)).toEqual({ kind: 'none' });
});

test.each<[string, string, unknown]>([
  ['2026-07-01T09:30', 'Europe/Berlin', { kind: 'moment', moment: '2026-07-01T09:30:00+02:00' }],
  ['2026-07-01T09:30:15', 'Asia/Kathmandu', { kind: 'moment', moment: '2026-07-01T09:30:15+05:45' }],
  ['2026-07-01T09:30', 'UTC', { kind: 'moment', moment: '2026-07-01T09:30:00Z' }],
  [
    '2026-03-29T02:30',
    'Europe/Berlin',
    { kind: 'skipped', readings: ['2026-03-29T01:30:00+01:00', '2026-03-29T03:30:00+02:00'] },
  ],
  [
    '2026-10-25T02:30',
    'Europe/Berlin',
    { kind: 'repeated', readings: ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'] },
  ],
  // Its daylight saving time shifts clocks by half an hour.
  [
    '2026-10-04T02:15',
    'Australia/Lord_Howe',
    { kind: 'skipped', readings: ['2026-10-04T01:45:00+10:30', '2026-10-04T02:45:00+11:00'] },
  ],
  ['2026-03-29T03:00', 'Europe/Berlin', { kind: 'moment', moment: '2026-03-29T03:00:00+02:00' }],
])('%s in %s is read with the offset of that day', (local, timeZone, reading) => {
  expect(parseLocalDateTime(local, timeZone)).toEqual(reading);
});

test('knows a time zone from what is none', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
