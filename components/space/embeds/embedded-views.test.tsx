import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmbeddedView } from '#lib/contract/preview.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { EmbeddedTables } from './EmbeddedTables.tsx';
import { withEmbeds } from './embed-card.ts';
import { useEmbedMessages } from './use-embed-messages.ts';

const TABLE = '0199f1de-0000-7000-8000-000000000001';
const VIEW = '0199f1de-0000-7000-8000-000000000002';
const ADDRESS = `/club/~/${TABLE}?view=${VIEW}`;
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => [`Boat ${from + at} <b>`]);
const page = (more: Partial<EmbeddedView>): EmbeddedView => ({
  ...{ name: 'Fleet', columns: ['Name'], looks: [{ kind: 'plain' }], rows: rows(1, 2) },
  ...{ is_later: false, has_more: true, next: 'two' },
  ...more,
});

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    [`GET items/${TABLE}/embedded/`]: ({ query }) => {
      const after = new URLSearchParams(query).get('after');
      const last = page({ rows: rows(5, 1), is_later: true, has_more: false, next: null });
      return {
        body: { data: after === 'two' ? page({ rows: rows(3, 2), is_later: true, next: 'three' }) : last },
      };
    },
  });
});
afterAll(() => api.stop());

function Text({ view }: { view: EmbeddedView }) {
  const text = useRef<HTMLDivElement>(null);
  const target = { kind: 'table' as const, title: 'Boats', path: ADDRESS, picture: null, view };
  const html = withEmbeds(
    `<p data-embed="${ADDRESS}"><a href="${ADDRESS}">x</a></p>`,
    [{ address: ADDRESS, target }],
    useEmbedMessages(),
  );
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the test's own */}
      <div ref={text} dangerouslySetInnerHTML={{ __html: html }} />
      <EmbeddedTables text={text} html={html} />
    </>
  );
}

const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test('an embedded view leads to its next rows, and back to its first ones, by links that work without scripts', () => {
  renderWithMessages(<Text view={page({ is_later: true })} />);
  const address = screen.getByRole('link', { name: 'Next rows' }).getAttribute('href') ?? '';
  expect(address).toBe(`?embed=${VIEW}&after=two#embed-${VIEW}`);
  expect(document.getElementById(`embed-${VIEW}`)).toContainElement(screen.getByRole('table'));
  expect(screen.getByRole('link', { name: 'First rows' })).toHaveAttribute('href', `?#embed-${VIEW}`);
});

test('it shows its next rows below those that are there, to the last one', async () => {
  renderWithMessages(<Text view={page({})} />);
  expect(screen.queryByRole('link', { name: 'First rows' })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Next rows' }));
  await waitFor(() => expect(shown()).toHaveLength(4));
  expect(screen.getByRole('region', { name: 'Fleet' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Show all rows' })).toHaveAttribute('href', ADDRESS);
  fireEvent.click(screen.getByRole('link', { name: 'Next rows' }));
  await waitFor(() => expect(shown()).toEqual(rows(1, 5).flat()));
  expect(within(document.body).queryByRole('link', { name: 'Next rows' })).toBeNull();
  expect(api.requests.map(({ query }) => new URLSearchParams(query).get('view'))).toEqual([VIEW, VIEW]);
});

test('its numbers are at the end of their cells, its choices coloured tags, and its ratings stars', () => {
  const tags = [[{ label: 'Open <b>', color: 'green' as const }, { label: 'Late' }], []];
  const view = page({
    columns: ['Name', 'Price', 'State', 'Stars'],
    looks: [{ kind: 'plain' }, { kind: 'end' }, { kind: 'tags', tags }, { kind: 'stars', most: 5 }],
    rows: [
      ['Boat', '1,250.5', 'Open <b>; Late', '4'],
      ['Raft', '3', '', ''],
    ],
  });
  renderWithMessages(<Text view={view} />);
  const [boat, raft] = screen.getAllByRole('row').slice(1);
  expect(screen.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('data-numeric');
  expect(screen.getByRole('cell', { name: '1,250.5' })).toHaveAttribute('data-numeric');
  expect(screen.getByText('Open <b>')).toHaveAttribute('data-color', 'green');
  expect(within(boat ?? document.body).getByText('Late')).toHaveAttribute('data-tag');
  expect(screen.getByRole('img', { name: '4 / 5' })).toHaveTextContent('★★★★☆');
  expect(raft).toHaveTextContent(/^Raft3$/);
});
