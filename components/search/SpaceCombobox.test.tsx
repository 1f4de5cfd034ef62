import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { SpaceCombobox } from './SpaceCombobox.tsx';

const AT_HAND = [
  { slug: 'board', name: 'Board' },
  { slug: 'plans', name: 'Plans' },
];

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    'GET spaces/': ({ query }) => {
      const q = new URLSearchParams(query).get('q') ?? '';
      const data = ['River 1999', 'River 2000'].filter((name) => name.includes(q));
      return {
        body: {
          data: data.map((name) => ({ id: name, slug: name.replace(' ', '-'), name })),
          count: data.length,
        },
      };
    },
  });
});
afterAll(() => api.stop());

function show(chosen: { slug: string; name: string } | null = null) {
  const led: string[] = [];
  renderWithMessages(
    <>
      <label htmlFor="in">Space</label>
      <SpaceCombobox id="in" chosen={chosen} atHand={AT_HAND} onChoose={(slug) => led.push(slug)} />
    </>,
  );
  return { led, field: screen.getByRole('combobox', { name: 'Space' }) };
}
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('finds any space of the hub by typing, and chooses it by keyboard', async () => {
  const user = userEvent.setup();
  const { led, field } = show();
  expect(field).toHaveValue('All spaces');
  await user.click(field);
  expect(names()).toEqual(['All spaces', 'Board', 'Plans']);
  await user.type(field, 'River');
  await waitFor(() =>
    expect(names()).toEqual([expect.stringContaining('River 1999'), expect.stringContaining('River 2000')]),
  );
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[1]?.id);
  await user.keyboard('{Enter}');
  expect(led).toEqual(['River-2000']);
  expect(names()).toEqual([]);
});

it('takes the only space that is found with Enter, and says where none is', async () => {
  const user = userEvent.setup();
  const { led, field } = show();
  await user.type(field, '1999');
  await waitFor(() => expect(names()).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(led).toEqual(['River-1999']);
  await user.type(field, 'nowhere');
  expect(await screen.findByText('No matching spaces')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(led).toEqual(['River-1999']);
});

it('shows the chosen space, goes back to all, and clears the typed text on Escape', async () => {
  const user = userEvent.setup();
  const { led, field } = show({ slug: 'plans', name: 'Plans' });
  expect(field).toHaveValue('Plans');
  await user.type(field, 'Bo{Escape}');
  expect(field).toHaveValue('Plans');
  await user.click(field);
  expect(screen.getByRole('option', { name: 'Plans' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('option', { name: 'All spaces' }));
  expect(led).toEqual(['']);
});
