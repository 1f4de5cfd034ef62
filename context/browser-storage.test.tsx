import { beforeEach, expect, test } from 'vitest';
import { saveDraft, scopeDraftStorage } from '#lib/browser/drafts.ts';
import { clearAccountStorage, clearTransientData } from './browser-storage.ts';

const ABOUT = { title: 'Plan', kind: 'note', hub: 'Nordwind', path: '/nordwind' } as const;

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  for (const account of ['ada', 'bo']) {
    for (const hub of ['north', 'south'])
      saveDraft(
        scopeDraftStorage(() => window.localStorage, { account, hub }),
        'draft-item-1',
        'Half a plan',
        ABOUT,
      );
    window.localStorage.setItem(`kept:${account}:copied-field`, '{}');
    window.localStorage.setItem(`kept:${account}:answer-columns-1`, '[]');
  }
  window.sessionStorage.setItem('form-sent:ada:camp', '{}');
});

const keysOf = (account: string) =>
  Object.keys(window.localStorage).filter((key) => key.includes(`:${account}:`));

test('an account that is deleted leaves nothing in the browser, and others lose nothing', () => {
  const before = keysOf('bo');
  clearAccountStorage('ada');
  expect(keysOf('ada')).toEqual([]);
  expect(window.localStorage.getItem('draft-keys')).not.toContain('ada');
  expect(keysOf('bo')).toEqual(before);
});

test('signing out leaves no copied field and nothing in the tab, and keeps drafts and choices', () => {
  clearTransientData('ada');
  expect(window.sessionStorage).toHaveLength(0);
  expect(keysOf('ada').toSorted()).toEqual([
    'draft:ada:north:draft-item-1',
    'draft:ada:south:draft-item-1',
    'kept:ada:answer-columns-1',
  ]);
});
