import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SearchResult } from '#lib/contract/search.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { resultPath } from './result-location.ts';
import { SearchResultRow } from './SearchResultRow.tsx';
import { searchPath } from './search-path.ts';

const result = (match: SearchResult['match'], title = 'Statutes'): SearchResult => ({
  item: buildItem({ title }),
  space: { id: '03', slug: 'handbook', name: 'Handbook' },
  match,
  title: title.replace('<', '&lt;'),
  snippet: 'the <mark>deposit</mark> &lt;b&gt;',
  score: 1,
});

it.each([
  [{ where: 'page', page: 7 }, 'page 7', '#page=7'],
  [{ where: 'slide', slide: 2 }, 'slide 2', '#slide=2'],
  [{ where: 'rows', rows: { from: 4, to: 9 }, row: 7 }, 'row 7', '#row=7'],
  [
    { where: 'rows', rows: { from: 4, to: 9 }, sheet: 'Budget' },
    'Budget, rows 4 to 9',
    '#rows=4&sheet=Budget',
  ],
  [{ where: 'section', heading: 'The deposit' }, 'The deposit', '#section=The%20deposit'],
])('names the place %o and leads there', (match, text, hash) => {
  const found = result(match);
  renderWithMessages(<SearchResultRow result={found} />);
  expect(screen.getByText(text)).toBeVisible();
  expect(resultPath('nordwind', found, ' deposit ')).toBe(
    `/nordwind/handbook/${found.item.id}-statutes?q=deposit${hash}`,
  );
});

it('links to the row of a table by its id, with the search terms', () => {
  const found = result({ where: 'row', row_id: '0a' });
  expect(resultPath('nordwind', found, 'deposit due')).toBe(
    `/nordwind/handbook/${found.item.id}-statutes?q=deposit+due&row=0a`,
  );
});

it('links a form or submission result to the editor for editors, and to the fill page for others', () => {
  const found = (allowed: SearchResult['item']['allowed'], match: SearchResult['match']): SearchResult => {
    const { item, ...rest } = result(match, 'Survey');
    return { ...rest, item: { ...item, kind: 'form', allowed }, form: { slug: 'abc' } };
  };
  const inSubmission = { where: 'answer', submission_id: '01' };
  renderWithMessages(<SearchResultRow result={found(['form.change'], inSubmission)} />);
  expect(screen.getByRole('img', { name: 'Form' })).toBeVisible();
  expect(screen.getByText('Answer')).toBeVisible();
  const { id } = found([], inSubmission).item;
  expect(resultPath('nordwind', found(['form.change'], inSubmission), 'x')).toBe(
    `/nordwind/handbook/forms/${id}?tab=answers&answer=01`,
  );
  expect(resultPath('nordwind', found(['form.change'], { where: 'title' }), 'x')).toBe(
    `/nordwind/handbook/forms/${id}`,
  );
  expect(resultPath('nordwind', found(['form.view'], { where: 'title' }), 'x')).toBe('/f/abc');
});

it('links a comment to its place on the page of the item or discussion', () => {
  const onItem = result({ where: 'comment', comment_id: '07' });
  renderWithMessages(<SearchResultRow result={onItem} />);
  expect(screen.getByText('Comment')).toBeVisible();
  expect(resultPath('nordwind', onItem, 'deposit')).toBe(
    `/nordwind/handbook/${onItem.item.id}-statutes#comment-07`,
  );
  const { item, ...rest } = result({ where: 'text' });
  const post: SearchResult = { ...rest, item: { ...item, kind: 'post', allowed: [] } };
  renderWithMessages(<SearchResultRow result={post} />);
  expect(screen.getByRole('img', { name: 'Discussion' })).toBeVisible();
  expect(resultPath('nordwind', post, 'deposit')).toBe(`/nordwind/handbook/posts/${item.id}`);
  expect(resultPath('nordwind', { ...post, match: onItem.match }, 'deposit')).toBe(
    `/nordwind/handbook/posts/${item.id}#comment-07`,
  );
});

it('shows markup of a file as text', () => {
  const { container } = renderWithMessages(
    <SearchResultRow result={result({ where: 'title' }, '<b>Rules</b>')} />,
  );
  expect(container).toHaveTextContent('<b>Rules</b>');
  expect(container).toHaveTextContent('the deposit <b>');
  expect(container.querySelector('b')).toBeNull();
  expect(container.querySelectorAll('mark')).toHaveLength(1);
});

it('writes a search into an address, and nothing that says nothing', () => {
  expect(searchPath({ q: ' a b ', kind: 'table', space: 'x', page: 2 })).toBe(
    '/search?q=a+b&kind=table&space=x&page=2',
  );
  expect(searchPath({ q: ' ', page: 1 })).toBe('/search');
});
