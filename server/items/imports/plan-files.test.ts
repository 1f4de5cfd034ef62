import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '#lib/text/front-matter.ts';
import { confluencePages, planFiles } from './plan-files.ts';
import { LinkResolver } from './resolve-links.ts';
import { sourceName } from './start-document-import.ts';

const plan = (paths: string[], pages = new Map()) =>
  planFiles({ files: paths.map((path) => ({ path, problem: null })), known: new Map(), pages });

const ID = `${'0'.repeat(30)}af`;

describe('the plan of an import', () => {
  it('has folders from the top down, then files, then documents, without ids in titles', () => {
    const files = plan([
      `Team ${ID}/Plan ${ID}.md`,
      `Team ${ID}.md`,
      'a/b/c/d.PNG',
      '.git/config',
      'a/.DS_Store',
      'empty/',
      'a/b/page.HTML',
    ]);
    expect(files.map(({ kind, title, folder }) => [kind, title, folder])).toEqual([
      ['folder', 'Team', null],
      ['folder', 'a', null],
      ['folder', 'b', 'a/'],
      ['folder', 'c', 'a/b/'],
      ['folder', 'empty', null],
      ['file', 'd.png', 'a/b/c/'],
      ['document', 'Plan', `Team ${ID}/`],
      ['document', 'Team', null],
      ['document', 'page', 'a/b/'],
    ]);
  });

  it('puts what is in more than 49 folders into the deepest of these, with the names of the others', () => {
    const below = (folders: number, name = 'page.md') => `${'f/'.repeat(folders)}${name}`;
    const files = plan([below(49), below(50), below(51, 'a.png'), below(3_000), below(60, '')]);
    const folders = files.filter(({ kind }) => kind === 'folder');
    expect(folders).toHaveLength(49);
    const pages = files.filter(({ kind }) => kind !== 'folder');
    expect(pages.map(({ path, title, problem }) => [path, title, problem])).toEqual([
      [below(51, 'a.png'), 'f › f › a.png', null],
      [below(49), 'page', null],
      [below(50), 'f › page', null],
      [below(3_000), `…${' › f'.repeat(25)} › page`, null],
    ]);
    for (const { folder } of pages) expect(folder).toBe('f/'.repeat(49));
  });

  it('has a folder for the pages below a page, however the list is written', () => {
    const html =
      '<ul><li><a href="1.html">One</a><ul><li><a href="2.html">Two <b>b</b></a></li></ul></li></ul>'.concat(
        '</ul></ul><a href="3.html">no list</a>',
      );
    const pages = confluencePages(html, 'S/');
    expect(
      plan(['S/2.html', 'S/1.html'], pages).map(({ kind, title, folder }) => [kind, title, folder]),
    ).toEqual([
      ['folder', 'S', null],
      ['folder', 'One', 'S/'],
      ['document', 'Two b', 'S/1.html//'],
      ['document', 'One', 'S/'],
    ]);
  });

  it.each([
    '<ul ',
    '<a ',
    '<a href="1.html" ',
    '<a href="1.html">',
    '<a href="1.html">x</a',
    `<ul><a href="1.html">${'<'.repeat(480)}</a>`,
  ])('takes an index that repeats %j without an end in a moment', (part) => {
    const begin = process.cpuUsage();
    confluencePages(part.repeat(Math.ceil(4_000_000 / part.length)), '');
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2_000);
  });

  it('leaves attached files as they are, where files of their type are stored', () => {
    const kinds = plan([
      'a/attachments/b.docx',
      'Assets/c.html',
      'uploads/d.txt',
      'uploads/e.md',
      'uploads/f.odt',
      'my assets/g.txt',
    ]).flatMap(({ kind, title }) => (kind === 'folder' ? [] : [`${title} ${kind}`]));
    expect(kinds.sort()).toEqual(
      ['b.docx file', 'c.html file', 'd.txt file', 'e document', 'f document', 'g document'].sort(),
    );
  });

  it('takes 100,000 files in one pass', () => {
    const begin = process.cpuUsage();
    expect(plan(Array.from({ length: 100_000 }, (_, n) => `d${n % 1_000}/f${n}.md`))).toHaveLength(101_000);
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(10_000);
  });

  it('knows the same source again, whatever its program adds to the name of its file', () => {
    expect(sourceName('Export-11111111-2222-3333-4444-555555555555.zip', {}, 'n')).toBe('/export');
    expect(sourceName('wiki-2026-11-21 (2).zip', { parent: 'p' }, 'n')).toBe('p/wiki');
    expect(sourceName('Wiki.zip', { source: 'Notion' }, 'n')).toBe('/notion');
    expect(sourceName('a.md', { source: 'Notes' }, 'n')).toBe('/notes');
  });

  it('knows a file alone, or an archive without a name of its own, as a new source', () => {
    expect(sourceName('README.md', {}, 'n')).toBe('/n');
    expect(sourceName('2026-11-21.zip', { parent: 'p' }, 'n')).toBe('p/n');
  });
});

describe('links between imported files', () => {
  const resolver = new LinkResolver(
    [
      { path: 'a/', kind: 'folder', itemId: 'A' },
      { path: 'a/pic.png', kind: 'file', itemId: 'P' },
      { path: 'a/Page-Name.md', kind: 'document', itemId: 'N' },
      { path: 'Übersicht.md', kind: 'document', itemId: 'U' },
    ],
    { base: '/h/s' },
  );
  it.each([
    ['[x](pic.png)', '[x](/h/s/P)'],
    ['![x](pic.png)', '![x](/api/v1/items/P/file/)'],
    ['[x](./)', '[x](/h/s/A)'],
    ['[x](Page-Name)', '[x](/h/s/N)'],
    [`[x](../${encodeURI('Übersicht.md'.normalize('NFD'))}#t)`, '[x](/h/s/U#t)'],
    ['[[page-name|P]]', '[P](/h/s/N)'],
    ['[[Übersicht#Two words]]', '[Übersicht#Two words](/h/s/U#two-words)'],
    ['[[Übersicht#Two words#What’s in it?]]', '[Übersicht#Two words#What’s in it?](/h/s/U#whats-in-it)'],
    ['[[#Two words]] [[#Two words|above]]', '[Two words](#two-words) [above](#two-words)'],
    ['[x](Page-Name.md#some-heading) [y](pic.png#page=7)', '[x](/h/s/N#some-heading) [y](/h/s/P#page=7)'],
    ['[x](Page-Name.md#HarbourRules-Keys)', '[x](/h/s/N#harbourrules-keys)'],
    ['[x](https://e.example/pic.png) [y](#top) [z](mailto:a@b.example)', null],
    ['[x](../../../pic.md) [[None]]', null],
    ['[x](%E0%A4%A)', null],
  ])('lead to items: %j', (text, result) => {
    expect(resolver.resolve(text, 'a/here.md').text).toBe(result ?? text);
  });
});

describe('the head of a Markdown file', () => {
  it('is read where it is one, and stays text where it is none', () => {
    const { fields, body } = readFrontMatter(
      '---\r\ntitle: "A: b"\ntags: [x, "y"]\nauthors:\n  - Ann\n---\n\nText',
    );
    expect([...fields]).toEqual([
      ['title', ['A: b']],
      ['tags', ['x', 'y']],
      ['authors', ['Ann']],
    ]);
    expect(body).toBe('Text');
    for (const text of ['---\nA text\n---\nmore', '---\ntitle: x', 'x', '---\n---\n'])
      expect(readFrontMatter(text).body).toBe(text);
  });
});
