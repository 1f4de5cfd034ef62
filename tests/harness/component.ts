import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine takes longer than the default timeout of a second.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

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
