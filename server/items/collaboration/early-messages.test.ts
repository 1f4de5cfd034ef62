import { expect, test } from 'vitest';
import { type DocumentMessage, decodeMessage, encodeMessage } from '#lib/documents/protocol.ts';
import { EarlyMessages } from './early-messages.ts';

const bytesOf = (message: DocumentMessage) => Buffer.from(encodeMessage(message));
const cursor = (at: number) =>
  bytesOf({ kind: 'presence', connection: 0, state: JSON.stringify({ cursor: at }) });
const have = bytesOf({ kind: 'have', vector: new Uint8Array([0]) });

test('keeps the last of any number of cursors, and what else was sent', () => {
  const early = new EarlyMessages();
  expect(early.take(have)).toBe(true);
  for (let at = 0; at < 10_000; at += 1) early.take(cursor(at));
  expect(early.take(have)).toBe(true);
  const last = { kind: 'presence', connection: 0, state: '{"cursor":9999}' };
  expect(early.all().map(decodeMessage)).toEqual([decodeMessage(have), decodeMessage(have), last]);
});

test('takes ten other messages, and no more bytes than 1 MB', () => {
  const early = new EarlyMessages();
  for (let at = 0; at < 10; at += 1) expect(early.take(have)).toBe(true);
  expect(early.take(have)).toBe(false);
  expect(early.take(cursor(1))).toBe(true);
  const large = new EarlyMessages();
  expect(large.take(bytesOf({ kind: 'have', vector: new Uint8Array(1024 ** 2) }))).toBe(false);
  expect(large.all()).toEqual([]);
});
