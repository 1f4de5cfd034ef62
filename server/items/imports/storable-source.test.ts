import { expect, it } from 'vitest';
import { storableSource } from './storable-source.ts';

it('keeps an author and tags as they are', () => {
  const source = { author: 'Anna Müller, Jörg', tags: ['Häfen', '港'] };
  expect(storableSource(source)).toEqual(source);
});

it('leaves out mail addresses of authors', () => {
  const authors = (author: string) => storableSource({ author, tags: [] })?.author;
  expect(authors('Anna Müller <anna@example.org>')).toBe('Anna Müller');
  expect(authors('Anna (anna@example.org), Jo <jo@example.org>')).toBe('Anna, Jo');
  expect(authors('anna@example.org')).toBe('anna');
  expect(storableSource({ author: '<anna@example.org>', tags: [] })).toBeNull();
});

it('cuts no character in two, and leaves out those that no database stores', () => {
  const source = storableSource({
    author: `\u0000Ann\uD83D\u202E${'a'.repeat(300)}`,
    tags: [`${'a'.repeat(99)}😀b`, 'a\u0000b', '\u0000', ' ', 'a\u0000b'],
  });
  expect(source?.tags).toEqual([`${'a'.repeat(99)}😀`, 'ab']);
  expect(source?.author?.isWellFormed()).toBe(true);
  expect([...(source?.author ?? '')].length).toBeLessThanOrEqual(200);
  expect(JSON.stringify(source)).not.toContain('\\u0000');
});

it('limits what a hostile manifest says', () => {
  const source = storableSource({
    author: 'x'.repeat(5_000_000),
    tags: Array.from({ length: 100_000 }, (_, n) => `${n} ${'y'.repeat(500)}`),
  });
  expect(source?.tags).toHaveLength(50);
  expect(JSON.stringify(source).length).toBeLessThan(10_000);
});
