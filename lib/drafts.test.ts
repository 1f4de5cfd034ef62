import { beforeEach, describe, expect, it } from 'vitest';
import { clearAllDrafts, clearDraft, draftKeys, readDraft, saveDraft } from './drafts.ts';

class MemoryStorage {
  readonly kept = new Map<string, string>();
  full = false;
  getItem(key: string) {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw new Error('QuotaExceededError');
    this.kept.set(key, value);
  }
  removeItem(key: string) {
    this.kept.delete(key);
  }
}

describe('drafts', () => {
  let storage: MemoryStorage;
  beforeEach(() => {
    storage = new MemoryStorage();
  });

  it('are kept under their own keys and listed under draft-keys', () => {
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
    expect([...storage.kept.keys()]).toEqual(['theme']);
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
