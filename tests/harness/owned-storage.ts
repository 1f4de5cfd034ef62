import type { BrowserContext } from '@playwright/test';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * All that pages store in a browser, by key: each key contains its account, or is the same for everybody
 * (docs/decisions/0085-what-a-browser-keeps.md).
 */
const OWNED = {
  localStorage: [
    // The list of the drafts' keys, and the last devices' settings (docs/contract.md §7).
    '^draft-keys$',
    '^(web-camera|mic)$',
    `^draft:(${ID}|nobody):(${ID}|no-hub):`,
    `^kept:${ID}:`,
  ],
  // Of one tab, until it is closed or the user signs out.
  sessionStorage: [
    `^form-sent:(${ID})?:`,
    `^table-undo:(${ID})?:`,
    // Random numbers of a visit, and ids of a form's page or draft.
    '^form-(visit|page):',
    `^draft-form-left:${ID}$`,
  ],
  // The appearance of pages.
  cookie: ['^(theme|sidebar)='],
};

/** Makes the browser report every key that a page stores without its account. */
export async function watchStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript((owned) => {
    const isOwned = (patterns: string[], name: string) =>
      patterns.some((pattern) => new RegExp(pattern).test(name));
    const complain = (name: string) =>
      console.error(`kept in the browser without saying whose it is: ${name}`);
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function watched(key, value) {
      // Not before it is needed: a frame may not even access it.
      const isOfTab = this !== window.localStorage;
      if (!isOwned(isOfTab ? owned.sessionStorage : owned.localStorage, key)) complain(key);
      setItem.call(this, key, value);
    };
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
    Object.defineProperty(Document.prototype, 'cookie', {
      configurable: true,
      get: cookie?.get,
      set(value: string) {
        if (!isOwned(owned.cookie, value)) complain(value);
        cookie?.set?.call(this, value);
      },
    });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function watched(name, version) {
      complain(name);
      return open.call(this, name, version);
    };
  }, OWNED);
}
