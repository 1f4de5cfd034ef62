import { expect, test } from 'vitest';
import { RecentHtml } from './recent-html.ts';

test('evicts the least recently used entry when the cache is full', () => {
  const recent = new RecentHtml<string>(10);
  for (const name of ['a', 'b', 'c']) recent.set(name, `<p>${name}</p>`, 3);
  expect(recent.get('a')).toBe('<p>a</p>');
  recent.set('d', '<p>d</p>', 3);
  expect(['a', 'b', 'c', 'd'].filter((name) => recent.get(name))).toEqual(['a', 'c', 'd']);
});

test('counts an entry once that is cached again under its name', () => {
  const recent = new RecentHtml<string>(10);
  for (let n = 0; n < 5; n += 1) recent.set('a', `${n}`, 4);
  recent.set('b', 'b', 4);
  expect([recent.get('a'), recent.get('b')]).toEqual(['4', 'b']);
  recent.delete('a');
  recent.set('c', 'c', 6);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([undefined, 'b', 'c']);
});

test('does not remember what is larger than all of it, and keeps nothing in its place', () => {
  const recent = new RecentHtml<string>(10);
  recent.set('a', 'a', 11);
  expect(recent.get('a')).toBeUndefined();
  recent.set('b', 'b', 10);
  expect(recent.get('b')).toBe('b');
});
