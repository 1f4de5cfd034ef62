import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { createFormOfTable } from '#services/form-destination.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { createTestRouter } from '#tests/component/router.ts';
import { DestinationSection } from './DestinationSection.tsx';

const field = (name: string, type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type },
  ...more,
});
const OPTIONS = [
  { id: 'open', label: 'Open' },
  { id: 'done', label: 'Done' },
];
const FIELDS: FieldDefinition[] = [
  field('who', 'text'),
  field('state', 'select', { required: false, options: OPTIONS }),
  field('phones', 'phone', { multiple: true }),
  field('crew', 'form', { fields: [field('mate', 'text')] }),
];
const into = (mapping: Record<string, string>, match_field: string | null = null) => ({
  ...{ item_id: 't', table: { title: 'Guests', space: 'harbour' }, missing: 0 },
  ...{ mapping, match_field },
});

let api: FakeApi;
beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
  api = await startFakeApi({
    'GET forms/f/table/': { body: { data: null } },
    'PUT forms/f/table/': { body: { data: into({ f_who: 'f_who' }) } },
    'POST spaces/harbour/items/': { status: 201, body: { data: { id: 't' } } },
    'POST spaces/harbour/forms/': { status: 201, body: { data: { id: 'f', space_slug: 'harbour' } } },
    'GET spaces/harbour/items/': { body: { data: [], count: 0 } },
    'GET items/t/columns/': { body: { data: [field('who', 'text'), field('note', 'text')] } },
  });
});
afterEach(() => api.stop());

const sentTo = (path: string): unknown =>
  api.requests.flatMap((one) => (`${one.method} ${one.path}` === path ? JSON.parse(one.body) : [])).at(-1);

function show() {
  const form = { id: 'f', space_slug: 'harbour', title: 'Guests' };
  const draft = { form, content: { fields: FIELDS } } as unknown as FormDraftControl;
  renderWithMessages(
    <RouterContext value={createTestRouter().router}>
      <NotificationProvider>
        <Toaster>
          <DraftContext value={draft}>
            <DestinationSection formId="f" />
          </DraftContext>
        </Toaster>
      </NotificationProvider>
    </RouterContext>,
  );
}

test('makes a private table of a form in one click, with a column for each field that a cell can have', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Create a private table from this form' }));
  await screen.findByText(/Answers are written into/);
  expect(sentTo('POST spaces/harbour/items/')).toMatchObject({
    ...{ kind: 'table', title: 'Guests', visibility: 'private' },
    content: {
      columns: [
        { id: 'f_who', type: 'text', required: false },
        { id: 'f_state', type: 'select', options: OPTIONS, required: false },
        { id: 'f_phones', type: 'phone', multiple: true, required: false },
      ],
    },
  });
  expect(sentTo('PUT forms/f/table/')).toEqual({
    item_id: 't',
    mapping: { f_who: 'f_who', f_state: 'f_state', f_phones: 'f_phones' },
  });
});

test('leaves out of a changed mapping fields and columns that were deleted since, and what no longer fits', async () => {
  const stale = { f_who: 'f_who', f_old: 'f_note', f_state: 'f_deleted', f_phones: 'f_number' };
  api.responses['GET forms/f/table/'] = { body: { data: into(stale, 'f_state') } };
  api.responses['GET items/t/columns/'] = {
    body: {
      data: [
        ...[field('who', 'text'), field('note', 'text'), field('number', 'number')],
        ...[field('more', 'text', { required: false }), field('state', 'text', { default: 'open' })],
        { ...field('day', 'date'), default_from: 'created_at' },
      ],
    },
  };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  expect(await screen.findByText(/^A new row needs note and number\./)).toBeTruthy();
  const save = await screen.findByRole('button', { name: 'Write answers into it' });
  await waitFor(() => expect(save).toHaveProperty('disabled', false));
  await userEvent.click(save);
  await waitFor(() =>
    expect(sentTo('PUT forms/f/table/')).toEqual({
      ...{ item_id: 't', mapping: { f_who: 'f_who' }, match_field: null },
    }),
  );
});

test('makes a form of the columns that people fill in, whose submissions become rows', async () => {
  const columns = [
    field('who', 'text', { required: true }),
    field('state', 'select', { required: false, options: OPTIONS }),
    { ...field('owner', 'text'), type: 'person' },
    { ...field('boat', 'text'), type: 'link', table: 'b' },
    field('price', 'number', { formula: '1 + 1' }),
  ] as unknown as WireColumn[];
  await createFormOfTable('harbour', { id: 't', title: 'Guests' }, columns);
  expect(sentTo('POST spaces/harbour/forms/')).toMatchObject({
    title: 'Guests',
    fields: [
      { id: 'f_who', type: 'text', required: true },
      { id: 'f_state', type: 'select', required: false, options: OPTIONS },
    ],
  });
  expect(sentTo('PUT forms/f/table/')).toEqual({
    item_id: 't',
    mapping: { f_who: 'f_who', f_state: 'f_state' },
  });
});
