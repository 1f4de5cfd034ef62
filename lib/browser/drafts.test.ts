import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearAccountDrafts,
  clearAllDrafts,
  countOtherDrafts,
  listDrafts,
  removeDraft,
} from './draft-list.ts';
import {
  clearDraft,
  type DraftMetadata,
  draftKeys,
  readDraft,
  saveDraft,
  scopeDraftStorage,
} from './drafts.ts';

class MemoryStorage {
  readonly entries = new Map<string, string>();
  full = false;
  getItem(key: string) {
    return this.entries.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw new Error('QuotaExceededError');
    this.entries.set(key, value);
  }
  removeItem(key: string) {
    this.entries.delete(key);
  }
}

describe('drafts', () => {
  let storage: MemoryStorage;
  beforeEach(() => {
    storage = new MemoryStorage();
  });

  it('are stored under their own keys and listed under draft-keys', () => {
    saveDraft(storage, 'comment-1', { body: 'Hello' });
    saveDraft(storage, 'comment-2', 'text');
    saveDraft(storage, 'comment-1', { body: 'Hello you' });
    expect(JSON.parse(storage.getItem('draft-keys') ?? '')).toEqual(['comment-1', 'comment-2']);
    expect(readDraft(storage, 'comment-1')).toEqual({ body: 'Hello you' });
    expect(readDraft(storage, 'comment-3')).toBeUndefined();
  });

  it('go one by one', () => {
    saveDraft(storage, 'a', 1);
    saveDraft(storage, 'b', 2);
    clearDraft(storage, 'a');
    expect(draftKeys(storage)).toEqual(['b']);
    expect(readDraft(storage, 'a')).toBeUndefined();
  });

  it("go all at once, with the devices' settings, and nothing else does", () => {
    saveDraft(storage, 'a', 1);
    storage.setItem('web-camera', '{}');
    storage.setItem('mic', '{}');
    storage.setItem('theme', 'dark');
    clearAllDrafts(storage);
    expect([...storage.entries.keys()]).toEqual(['theme']);
  });

  it('survive a damaged list', () => {
    storage.setItem('draft-keys', '{oops');
    expect(draftKeys(storage)).toEqual([]);
    expect(saveDraft(storage, 'a', 1)).toBe(true);
    expect(draftKeys(storage)).toEqual(['a']);
  });

  it('say so where the storage is full', () => {
    storage.full = true;
    expect(saveDraft(storage, 'a', 1)).toBe(false);
  });
});

describe('drafts of several accounts in one browser', () => {
  let storage: MemoryStorage;
  beforeEach(() => {
    storage = new MemoryStorage();
  });
  const of = (account: string, hub = 'h1') => scopeDraftStorage(() => storage, { account, hub });
  const about = (title: string): DraftMetadata => ({
    kind: 'document',
    title,
    hub: 'Nordwind',
    path: '/n/s/1',
  });

  it('carry account and hub in their keys, and are read by neither another account nor in another hub', () => {
    saveDraft(of('ada'), 'item-1', 'mine');
    expect(JSON.parse(storage.getItem('draft-keys') ?? '')).toEqual(['draft:ada:h1:item-1']);
    expect(readDraft(of('ada'), 'item-1')).toBe('mine');
    for (const other of [of('bo'), of('ada', 'h2'), of('')]) {
      expect(readDraft(other, 'item-1')).toBeUndefined();
      expect(draftKeys(other)).toEqual([]);
    }
    saveDraft(of('bo'), 'item-1', 'theirs');
    clearDraft(of('bo'), 'item-1');
    expect(readDraft(of('ada'), 'item-1')).toBe('mine');
    expect(draftKeys(of('ada'))).toEqual(['item-1']);
  });

  it('are listed by account over all hubs, the newest first, without those that are a part of others', () => {
    saveDraft(of('ada'), 'a', 1, about('First'));
    saveDraft(of('ada', 'h2'), 'b', 2, about('Second'));
    saveDraft(of('ada'), 'upload', 3);
    saveDraft(of('bo'), 'c', 4, about('Theirs'));
    expect(
      listDrafts(storage, 'ada')
        .map((one) => one.about.title)
        .sort(),
    ).toEqual(['First', 'Second']);
    expect(countOtherDrafts(storage, 'ada')).toBe(1);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'that lead out of the app, as to %s, are not listed',
    (path) => {
      saveDraft(of('ada'), 'a', 1, { ...about('First'), path });
      expect(listDrafts(storage, 'ada')).toEqual([]);
    },
  );

  it('are deleted for one account alone, and for all by clear all', () => {
    for (const account of ['ada', 'bo']) saveDraft(of(account), 'a', 1, about(account));
    storage.setItem('mic', '{}');
    clearAccountDrafts(storage, 'ada');
    expect(draftKeys(storage)).toEqual(['draft:bo:h1:a']);
    clearAllDrafts(storage);
    expect([...storage.entries.keys()]).toEqual([]);
  });

  it('come back when removing one is undone, unless something newer was stored meanwhile', () => {
    saveDraft(of('ada'), 'a', 'old', about('First'));
    const putBack = removeDraft(storage, 'draft:ada:h1:a');
    expect(readDraft(of('ada'), 'a')).toBeUndefined();
    putBack();
    expect(readDraft(of('ada'), 'a')).toBe('old');
    const again = removeDraft(storage, 'draft:ada:h1:a');
    saveDraft(of('ada'), 'a', 'new', about('First'));
    again();
    expect(readDraft(of('ada'), 'a')).toBe('new');
    expect(draftKeys(storage)).toHaveLength(1);
  });
});
