import { expect, test } from 'vitest';
import { type ChangeEvent, noticesOf } from './change-events.ts';

test('divides events into notifications that PostgreSQL accepts, in their order', () => {
  const events = Array.from(
    { length: 200 },
    (_, at): ChangeEvent => ({
      about: 'cursor',
      hubId: 'h'.repeat(36),
      id: 'i'.repeat(36),
      cursor: {
        tab: `${at}`,
        row_id: 'r'.repeat(36),
        column_id: 'c'.repeat(100),
        user: { id: 'u'.repeat(36), name: 'ü'.repeat(100) },
      },
    }),
  );
  const notices = noticesOf(events);
  expect(notices.flat()).toEqual(events);
  for (const some of notices)
    expect(Buffer.byteLength(JSON.stringify({ from: 'x'.repeat(36), events: some }))).toBeLessThan(8_000);
  expect(notices.length).toBeLessThan(30);
});
