import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FIELD_TYPES } from '#lib/fields/field-types.ts';
import { ROOT } from '#tests/architecture/sources.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ColumnDialog } from './ColumnDialog.tsx';

/** The field types in the contract, in its order. */
const contract = readFileSync(join(ROOT, 'docs', 'contract.md'), 'utf8');
const PUBLISHED = /^types: `([^`]+)`\.$/m.exec(contract)?.[1]?.split(', ') ?? [];

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'POST items/t/columns/': ({ body }) => ({ status: 201, body: { data: JSON.parse(body) } }),
  });
});
beforeEach(() => {
  api.asked.length = 0;
});
afterAll(() => api.stop());

const show = () =>
  renderWithMessages(
    <ColumnDialog itemId="t" column={null} hasRows={false} onSaved={() => {}} onClose={() => {}} />,
  );
const sent = () => JSON.parse(api.asked[0]?.body ?? 'null');

it('offers every type of the contract for a column, each by a name of its own', () => {
  show();
  const type = screen.getByRole('combobox', { name: 'Type' });
  const offered = within(type).getAllByRole<HTMLOptionElement>('option');
  expect(PUBLISHED).toHaveLength(15);
  expect(offered.map(({ value }) => value)).toEqual(PUBLISHED);
  expect(new Set(offered.map(({ text }) => text)).size).toBe(PUBLISHED.length);
});

it.each(FIELD_TYPES)('adds a column of type %s, required unless that is taken from it', async (type) => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByRole('textbox', { name: /Label/ }), 'City');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), type);
  const required = screen.getByRole('checkbox', { name: 'Every row must have a value here' });
  expect(required).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()).toMatchObject({ label: 'City', type, required: true }));
});

it('adds a column that is not required where that was taken from it', async () => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByRole('textbox', { name: /Label/ }), 'City');
  await user.click(screen.getByRole('checkbox', { name: 'Every row must have a value here' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()).toMatchObject({ label: 'City', type: 'text', required: false }));
});
