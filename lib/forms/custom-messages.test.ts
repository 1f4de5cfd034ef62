import { expect, test } from 'vitest';
import { customMessages, fitsMessage, placeholderMismatch, placeholdersIn } from './custom-messages.ts';

test('finds the places of a message, also within the cases of a plural', () => {
  expect(placeholdersIn('Page {page} of {pages}')).toEqual(new Set(['page', 'pages']));
  expect(placeholdersIn('{count, plural, =0 {none} one {one of {all}} other {# of {all}}}')).toEqual(
    new Set(['count', 'all']),
  );
  expect(placeholdersIn('Next')).toEqual(new Set());
});

test.each(['{page', 'page}', '{}', '{count, plural, one {a}}', '{a b}', '{x, select, other {y}}'])(
  'takes %s for no message',
  (text) => expect(placeholdersIn(text)).toBeNull(),
);

test('wants the places of the message, no others and none left out', () => {
  expect(fitsMessage('{pages} のうち {page}', 'Page {page} of {pages}')).toBe(true);
  expect(placeholderMismatch('{page} / {all}', 'Page {page} of {pages}')?.sort()).toEqual([
    '{all}',
    '{pages}',
  ]);
  expect(fitsMessage('あと {count} 文字', '{count, plural, one {# left} other {# left}}')).toBe(true);
});

test('gives the messages that translations say, without those that do not fit', () => {
  const texts = { title: 'x', 'own.next': '次へ', 'own.page': '{oops}', 'own.constructor': 'x' };
  expect(customMessages(texts, { next: 'Next', page: 'Page {page}' })).toEqual({ next: '次へ' });
});
