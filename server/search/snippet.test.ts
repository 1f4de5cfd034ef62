import { expect, test } from 'vitest';
import type { Hit, Mark } from './search-engine.ts';
import { markHtml, snippetOf } from './snippet.ts';

function hit(text: string, tokens: string[], title = 'Title'): Hit {
  const marks: Mark[] = tokens.map((word) => ({
    start: text.indexOf(word),
    end: text.indexOf(word) + word.length,
  }));
  const none: Mark[] = [];
  return {
    itemId: '',
    score: 1,
    place: null,
    title: { text: title, marks: tokens.length > 0 ? none : [{ start: 0, end: title.length }] },
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

test('the window with the most matches is shown', () => {
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

function inSection(heading: string, text: string, word: string): Hit {
  const one = (part: string) => {
    const start = part.indexOf(word);
    return { text: part, marks: start < 0 ? [] : [{ start, end: start + word.length }] };
  };
  const marks = [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
    start: index,
    end: index + word.length,
  }));
  return {
    ...hit(text, []),
    heading: one(heading),
    title: { text: 'Title', marks: [] },
    body: { text, marks },
  };
}

test('the heading of a section is not repeated before its text', () => {
  const text = 'Booking rules\n\nAsk before you take the boat.';
  expect(snippetOf(inSection('Booking rules', text, 'boat'))).toBe(
    'Ask before you take the <mark>boat</mark>.',
  );
  expect(snippetOf(inSection('Booking rules', text, 'Booking'))).toBe(
    '<mark>Booking</mark> rules — Ask before you take the boat.',
  );
  expect(snippetOf(inSection('Booking rules', 'Booking rules', 'rules'))).toBe('Booking <mark>rules</mark>');
});

test('a text that only begins like its heading is shown whole', () => {
  expect(snippetOf(inSection('Book', 'Booking a boat', 'boat'))).toBe('Booking a <mark>boat</mark>');
});
