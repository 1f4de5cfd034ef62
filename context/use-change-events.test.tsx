import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeChangeEvents, noteNavigation } from '#services/change-events.ts';
import { useChangeEvents } from './use-change-events.ts';

/** Sockets that the page opened, oldest first; a test opens, sends to and closes them. */
let sockets: PageSocket[];

class PageSocket {
  readonly url: URL;
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; wasClean: boolean }) => void = () => undefined;
  isClosed = false;
  constructor(url: URL) {
    this.url = new URL(url);
    sockets.push(this);
  }
  close() {
    this.isClosed = true;
  }
  get missed() {
    return Number(this.url.searchParams.get('missed'));
  }
  send(event: unknown) {
    this.onmessage({ data: JSON.stringify(event) });
  }
}

const listen = () => {
  const received: string[] = [];
  const hook = renderHook(() =>
    useChangeEvents(
      'nordwind',
      (event) => received.push(event.id),
      () => received.push('gap'),
    ),
  );
  return { received, leave: hook.unmount };
};
const socketAt = (n: number) => {
  const socket = sockets[n];
  if (!socket) throw new Error(`${sockets.length} sockets were opened`);
  return socket;
};

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('WebSocket', PageSocket);
});
afterEach(() => {
  closeChangeEvents();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('asks for what changed since the data of the page was requested', () => {
  vi.advanceTimersByTime(5_000);
  noteNavigation();
  vi.advanceTimersByTime(700);
  const { received } = listen();
  expect(socketAt(0).missed).toBe(5_700);
  socketAt(0).onopen();
  socketAt(0).send([{ about: 'item', id: 'a' }]);
  socketAt(0).send({ about: 'gap', id: 'h' });
  expect(received).toEqual(['a', 'gap']);
});

test('asks for what changed while it was disconnected, and for more when the connection was lost unnoticed', async () => {
  noteNavigation();
  listen();
  socketAt(0).onopen();
  vi.advanceTimersByTime(200_000);
  socketAt(0).onclose({ code: 1001, wasClean: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socketAt(1).missed).toBeGreaterThanOrEqual(5_500);
  expect(socketAt(1).missed).toBeLessThanOrEqual(6_000);
  socketAt(1).onopen();
  vi.advanceTimersByTime(200_000);
  socketAt(1).onclose({ code: 1006, wasClean: false });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socketAt(2).missed).toBeGreaterThanOrEqual(65_500);
  // It is still not open: the time grows.
  socketAt(2).onclose({ code: 1006, wasClean: false });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(socketAt(3).missed).toBeGreaterThanOrEqual(66_500);
});

test('a screen receives what changed between the request of its data and its appearance', async () => {
  noteNavigation();
  listen();
  socketAt(0).send({ about: 'item', id: 'before' });
  vi.advanceTimersByTime(100);
  noteNavigation();
  vi.advanceTimersByTime(100);
  socketAt(0).send({ about: 'item', id: 'between' });
  vi.advanceTimersByTime(100);
  const { received } = listen();
  await act(async () => undefined);
  expect(received).toEqual(['between']);
});

test('keeps its socket from one screen to the next, and closes it after the last', () => {
  const first = listen();
  first.leave();
  const second = listen();
  vi.advanceTimersByTime(10);
  expect(sockets).toHaveLength(1);
  expect(socketAt(0).isClosed).toBe(false);
  second.leave();
  vi.advanceTimersByTime(10);
  expect(socketAt(0).isClosed).toBe(true);
});
