import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { __PRIVATE__ as styles } from 'styled-components';
import { afterAll, afterEach, vi } from 'vitest';

// A busy machine takes longer than the default timeout of a second.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

// Files of one process share their modules and their page: none leaves anything to the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  // Each look at an element's style compares all rules of the page: it has those of one file's components.
  styles.mainSheet.names.clear();
  styles.mainSheet.clearTag();
  for (const sheet of document.querySelectorAll('style[data-styled]')) sheet.remove();
});

// React notes with each of the first 10,000 elements of a second where it was made, which takes a tenth of the time and is for
// the text of its warnings alone.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (internals instanceof Object) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
}

// The test's page has no modal dialogs.
HTMLDialogElement.prototype.showModal ??= function show() {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false;
};

// The browser features that antd needs and jsdom lacks.
window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Files for an API are read as streams, which jsdom lacks.
Blob.prototype.stream ??= function stream(this: Blob) {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(Buffer.from(await this.arrayBuffer()));
      controller.close();
    },
  });
};

// Nothing that components talk to here speaks over sockets: none connects, unless a test puts another in its place.
class NoSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly readyState = NoSocket.CONNECTING;
  send() {}
  close() {}
}
Object.defineProperty(globalThis, 'WebSocket', { value: NoSocket, writable: true, configurable: true });
