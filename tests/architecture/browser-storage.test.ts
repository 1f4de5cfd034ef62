import { expect, test } from 'vitest';
import { files } from './sources.ts';

/** Whatever a page can leave in a browser. */
const STORES =
  /\b(?:localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie|caches\.(?:open|match|keys))\b/;

/**
 * Who asks the browser's stores, and whose each entry there is (docs/decisions/0085-what-a-browser-keeps.md). Everything
 * else goes through these. What a key looks like is held in every browser test, by `tests/harness/owned-storage.ts`.
 */
const KEEPERS: Record<string, string> = {
  'context/browser-storage.ts': 'drafts by account and hub; choices by account',
  'components/forms/fill/browser-storage.ts': 'drafts of answers by account',
  'components/forms/fill/session-storage.ts':
    'this tab: answers that were sent, by account; the page of a form',
  'components/forms/draft/tab-draft-key.ts': 'this tab: the name of a draft, which is in its owner’s part',
  'components/drafts/use-drafts.ts': 'lists and discards the viewer’s drafts; clears all',
  'components/auth/SignOut.tsx': 'counts and clears the drafts of who signs out',
  'components/layout/appearance-cookies.ts': 'theme and sidebar of this browser: nobody’s',
  'components/table/changes/undo-storage.ts': 'this tab: what can be undone in a table, by account',
  'public/offline-worker.js': 'the page for no connection, asked for as nobody',
};

/** Comments may name a store. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<!:)\/\/.*$/gm, '');

const code = files(/\.(?:[cm]?[jt]sx?|html)$/, [
  'components',
  'context',
  'services',
  'lib',
  'pages',
  'public',
]).filter(({ path }) => !/\.test\.tsx?$/.test(path));

test('storage of the browser is used only by the files that say whose it is', () => {
  const usingStorage = code.filter(({ text }) => STORES.test(withoutComments(text))).map(({ path }) => path);
  expect(usingStorage.toSorted()).toEqual(Object.keys(KEEPERS).toSorted());
});
