import { expect, it } from 'vitest';
import { withHeadings } from './document-headings.ts';
import { headingSlug } from './heading-ids.ts';

const idsOf = (html: string) => withHeadings(html).headings.map(({ id }) => id);
const headings = (...texts: string[]) => texts.map((text) => `<h2>${text}</h2>`).join('');

it('gives each heading the slug of its text, in any script', () => {
  expect(
    idsOf(
      headings(
        'The deposit',
        'A &amp; B',
        'Überblick',
        'Ключи',
        '鍵と箱',
        'مفاتيح القارب',
        'नाव की चाबी',
        '🎉',
      ),
    ),
  ).toEqual([
    'the-deposit',
    'a--b',
    'überblick',
    'ключи',
    '鍵と箱',
    'مفاتيح-القارب',
    'नाव-की-चाबी',
    'section',
  ]);
  expect(headingSlug(headingSlug('What’s new, in 2.0?'))).toBe('whats-new-in-20');
});

it('counts headings of the same text, and never uses an id twice', () => {
  expect(idsOf(headings('Keys', 'Keys 2', 'Keys', 'keys!'))).toEqual(['keys', 'keys-2', 'keys-3', 'keys-4']);
  // Ids of the page, of its parts, and of the text's footnotes.
  expect(idsOf(`${headings('Content', '_r_1_', 'fn 1')}<li id="fn-1">x</li>`)).toEqual([
    'content-2',
    'r_1_-2',
    'fn-1-2',
  ]);
  const many = idsOf('<h2>x</h2>'.repeat(10_000));
  expect(new Set(many).size).toBe(10_000);
});

it('keeps the text, its attributes and an id that is there', () => {
  expect(withHeadings('<p>a</p><h2 dir="rtl">B <em>c</em></h2><h3 id="own">D</h3><p>e</p>')).toEqual({
    html: '<p>a</p><h2 id="b-c" dir="rtl">B <em>c</em></h2><h3 id="own">D</h3><p>e</p>',
    headings: [
      { id: 'b-c', level: 2, text: 'B c' },
      { id: 'own', level: 3, text: 'D' },
    ],
  });
});

it('names items by the titles that the reader may see, with the same id for all', () => {
  const link = (id: string) => `<a data-item="/h/~/${id}" href="/h/~/${id}">item</a>`;
  const html = `<h2>See ${link('1')} and ${link('2')}</h2>`;
  expect(withHeadings(html, { titles: new Map([['/h/~/1', 'A & <b>']]) }).headings).toEqual([
    { id: 'see-item-and-item', level: 2, text: 'See A & <b> and …' },
  ]);
});

it('puts a link to each heading behind it', () => {
  expect(withHeadings('<h2>Keys</h2><h2></h2>', { isLinked: true }).html).toBe(
    '<div data-heading="" dir="auto"><h2 id="keys">Keys</h2><a href="#keys" aria-labelledby="keys"></a></div><h2 id="section"></h2>',
  );
  // Both stand on the side where the heading begins.
  expect(withHeadings('<h2 dir="rtl">Keys</h2>', { isLinked: true }).html).toContain(
    '<div data-heading="" dir="rtl"><h2 id="keys" dir="rtl">',
  );
});

it.each([
  ['of Markdown', '#the-deposit', '#the-deposit'],
  ['with other letters', '#The-Deposit', '#the-deposit'],
  ['with spaces', '#The%20deposit', '#the-deposit'],
  ['of GitHub to the second of the same text', '#keys-1', '#keys-2'],
  ['of Obsidian below another heading', '#Keys#The deposit', '#the-deposit'],
  ['of Confluence', '#HarbourRules-Thedeposit', '#the-deposit'],
  ['to a footnote', '#fn-1', '#fn-1'],
  ['to nothing', '#gone', '#gone'],
])('leads a link %s to its heading', (_, written, led) => {
  const html = `${headings('Keys', 'The deposit', 'Keys')}<p><a href="${written}">x</a></p><li id="fn-1">y</li>`;
  expect(withHeadings(html, { title: 'Harbour Rules' }).html).toContain(`<a href="${led}">x</a>`);
});

it('takes linear time', () => {
  withHeadings('<h2>'.repeat(100_000));
  withHeadings('<h2><h3>x</h3></h3>'.repeat(50_000));
  withHeadings(`${'<h2>x</h2>'.repeat(20_000)}${'<a href="#y">z</a>'.repeat(20_000)}`);
  withHeadings(' id="'.repeat(100_000));
  withHeadings(`<h2>x</h2>${'<a '.repeat(50_000)} href="#`);
});
