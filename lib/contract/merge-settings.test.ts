import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type FormSettings } from './form-settings.ts';
import { changedSettingParts, mergeSetting, mergeSettings } from './merge-settings.ts';

const settings = (changed: Partial<FormSettings> = {}): FormSettings => ({ ...DEFAULT_SETTINGS, ...changed });

test('preserves the other’s changes elsewhere, and conflicts where both changed one setting', () => {
  const now = settings({ max_submissions: 10, editable: true });
  expect(mergeSettings({ confirmation: '' }, { confirmation: 'Thanks' }, now)).toEqual({
    settings: { confirmation: 'Thanks' },
    collisions: [],
  });
  expect(mergeSettings({ max_submissions: null }, { max_submissions: 20 }, now).collisions).toEqual([
    { part: 'max_submissions', mine: 20, theirs: 10 },
  ]);
  expect(mergeSettings({ max_submissions: null }, { max_submissions: 10 }, now).collisions).toEqual([]);
  // Made upon what is there: one's own to change, and to take back.
  expect(mergeSettings({ max_submissions: 10 }, { max_submissions: null }, now)).toEqual({
    settings: { max_submissions: null },
    collisions: [],
  });
});

test('takes addresses that either side added, and none that either took out', () => {
  const merged = mergeSetting(
    'notify',
    ['a@x.org', 'b@x.org'],
    ['b@x.org', 'c@x.org'],
    ['a@x.org', 'd@x.org'],
  );
  expect(merged).toEqual({ value: ['d@x.org', 'c@x.org'], collisions: [] });
});

test('merges a theme property by property', () => {
  const base = { preset: 'violet' };
  const mine = { preset: 'violet', accent: '#111111', text: '#222222' };
  const theirs = { preset: 'violet', accent: '#333333', radius: 'round' };
  expect(mergeSetting('theme', base, mine, theirs)).toEqual({
    value: { preset: 'violet', accent: '#111111', text: '#222222', radius: 'round' },
    collisions: [{ part: 'theme.accent', mine: '#111111', theirs: '#333333' }],
  });
  expect(mergeSetting('theme', base, mine, theirs, 'theirs').value?.accent).toBe('#333333');
  // Given up on one side, changed on the other.
  expect(mergeSetting('theme', base, null, theirs).collisions).toEqual([
    { part: 'theme', mine: null, theirs },
  ]);
});

test('names the parts that changed', () => {
  const before = settings({ theme: { preset: 'violet', accent: '#111111' } });
  const after = settings({ theme: { preset: 'night' }, listed: false });
  expect(changedSettingParts(before, after).toSorted()).toEqual([
    'listed',
    'theme',
    'theme.accent',
    'theme.preset',
  ]);
  expect(changedSettingParts(before, before)).toEqual([]);
});
