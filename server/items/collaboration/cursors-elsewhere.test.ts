import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PresenceChange } from '#server/platform/realtime/change-events.ts';
import { CursorsElsewhere } from './cursors-elsewhere.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Processes that have one document open, and receive each other at once. */
function createProcesses() {
  const listeners = new Set<(event: PresenceChange) => void>();
  const sent: PresenceChange[] = [];
  const join = () => {
    const pages = new Map<number, string | null>();
    const shown = new Map<number, string>();
    const cursors = new CursorsElsewhere({
      documentId: 'plan',
      publish(event) {
        sent.push(event);
        for (const receive of [...listeners]) receive(event);
      },
      own: () => [...pages].map(([number, presence]) => ({ number, presence })),
      show: (connection, state) =>
        void (state === null ? shown.delete(connection) : shown.set(connection, state)),
    });
    const receive = (event: PresenceChange) => cursors.receive(event);
    listeners.add(receive);
    return {
      move(number: number, state: string | null) {
        pages.set(number, state);
        cursors.publishCursor(number, state);
      },
      shown: () => [...shown.values()],
      known: () => [...cursors.all()].map(({ connection, state }) => ({ connection, state })),
      /** As a killed process: it says nothing any more. */
      kill: () => {
        cursors.close();
        listeners.delete(receive);
      },
    };
  };
  return { join, sent };
}

test('shows where pages of another process are, also to one that opens the document later', () => {
  const { join } = createProcesses();
  const first = join();
  first.move(1, 'here');
  const second = join();
  expect(second.shown()).toEqual([]);
  // It asked when it opened the document, before it listened; it asks again.
  vi.advanceTimersByTime(25_000);
  expect(second.shown()).toEqual(['here']);
  first.move(1, 'there');
  second.move(1, 'elsewhere');
  expect(second.shown()).toEqual(['there']);
  expect(first.shown()).toEqual(['elsewhere']);
  const [known] = first.known();
  expect(known?.connection).toBeGreaterThan(2 ** 31);
  first.move(1, null);
  expect(second.shown()).toEqual([]);
});

test('passes on nothing while no other process has the document open', () => {
  const { join, sent } = createProcesses();
  const alone = join();
  for (let at = 0; at < 100; at += 1) alone.move(1, `${at}`);
  expect(sent.filter(({ connection }) => connection !== null)).toEqual([]);
});

test('evicts the cursors of a process that was killed, and stops sending to it', () => {
  const { join, sent } = createProcesses();
  const [killed, other] = [join(), join()];
  vi.advanceTimersByTime(25_000);
  killed.move(1, 'here');
  expect(other.shown()).toEqual(['here']);
  killed.kill();
  vi.advanceTimersByTime(50_000);
  expect(other.shown()).toEqual(['here']);
  vi.advanceTimersByTime(50_000);
  expect(other.shown()).toEqual([]);
  const before = sent.length;
  other.move(1, 'alone again');
  expect(sent).toHaveLength(before);
  other.kill();
});

test('shows at most 400 cursors of other processes', () => {
  const { join } = createProcesses();
  const [one, other] = [join(), join()];
  vi.advanceTimersByTime(25_000);
  for (let at = 1; at <= 401; at += 1) one.move(at, `${at}`);
  expect(other.shown()).toHaveLength(400);
  expect(other.shown()).not.toContain('401');
  one.move(1, 'moved');
  expect(other.shown()).toContain('moved');
});

test('does not pass on a cursor that would not fit into a notification', () => {
  const { join } = createProcesses();
  const [one, other] = [join(), join()];
  vi.advanceTimersByTime(25_000);
  one.move(1, '"'.repeat(4_000));
  expect(other.shown()).toEqual([]);
  one.move(1, 'ü'.repeat(2_000));
  expect(other.shown()).toHaveLength(1);
});
