import { expect, test } from 'vitest';
import type { Hit, Mark } from './search-engine.ts';
import { markHtml, snippetOf } from './snippet.ts';

function hit(text: string, words: string[], title = 'Title'): Hit {
  const marks: Mark[] = words.map((word) => ({
    start: text.indexOf(word),
    end: text.indexOf(word) + word.length,
  }));
  const none: Mark[] = [];
  return {
    itemId: '',
    score: 1,
    place: null,
    title: { text: title, marks: words.length > 0 ? none : [{ start: 0, end: title.length }] },
    heading: { text: '', marks: none },
    body: { text, marks },
  };
}

test('everything but the marks is escaped', () => {
  expect(markHtml({ text: `<b>"a" & 'b'`, marks: [{ start: 1, end: 2 }] })).toBe(
    '&lt;<mark>b</mark>&gt;&quot;a&quot; &amp; &#39;b&#39;',
  );
});

test('a long text is cut around what was found, at blanks, on one line', () => {
  const text = `${'before '.repeat(100)}the needle\nlies here ${'after '.repeat(100)}`;
  const snippet = snippetOf(hit(text, ['needle']));
  expect(snippet).toMatch(/^… before .*the <mark>needle<\/mark> lies here .*after …$/);
  expect(snippet.length).toBeLessThan(300);
});

test('the window with the most of the words is shown', () => {
  const text = `alpha ${'x '.repeat(300)} beta and gamma`;
  const snippet = snippetOf(hit(text, ['alpha', 'beta', 'gamma']));
  expect(snippet).toContain('<mark>beta</mark> and <mark>gamma</mark>');
});

test('where the title alone was found, it is shown with how the text begins', () => {
  expect(snippetOf(hit('The text.', []))).toBe('<mark>Title</mark> — The text.');
});

test('a cut never parts the halves of a character', () => {
  const snippet = snippetOf(hit('😀'.repeat(500), []));
  expect(snippet.isWellFormed()).toBe(true);
});
