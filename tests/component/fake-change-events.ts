import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { closeChangeEvents } from '#services/change-events.ts';

/**
 * Replaces the socket of the pages that a file's tests render. Call it once, outside of any test.
 * @returns sends change events to the page that was rendered last
 */
export function fakeChangeEvents(): (events: unknown) => Promise<void> {
  let page: PageSocket | undefined;
  class PageSocket {
    onmessage: (message: { data: string }) => void = () => undefined;
    close = () => undefined;
    constructor() {
      page = this;
    }
  }
  beforeEach(() => void vi.stubGlobal('WebSocket', PageSocket));
  afterEach(() => {
    closeChangeEvents();
    vi.unstubAllGlobals();
    page = undefined;
  });
  return (events) =>
    act(async () => {
      if (!page) throw new Error('no page is open');
      page.onmessage({ data: JSON.stringify(events) });
    });
}
