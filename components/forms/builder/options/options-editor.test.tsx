import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';

const PICK: FieldDefinition = {
  ...{ id: 'f_pick', name: 'pick', label: 'Pick', type: 'select' },
  options: [{ id: 'o1', label: 'One' }],
};

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterAll(() => api.stop());

test('says how many values a table has that were not taken from it, and adds them', async () => {
  const group = (text: string) => ({ group: text, values: { count: 1 } });
  const quay = { ...{ id: 'f_quay', name: 'quay', label: 'Quay', type: 'text' }, revision: 1 };
  Object.assign(api.responses, {
    'GET items/t/columns/': { body: { data: [quay] } },
    'GET items/t/aggregate/': { body: { data: [group('One'), group('Two'), group('Three')] } },
  });
  const change = vi.fn<FormDraftControl['change']>();
  const settings = { option_sources: { f_pick: { table: 't', column: 'f_quay' } } };
  const draft = { change, problems: [], form: { settings } } as unknown as FormDraftControl;
  renderWithMessages(
    <DraftContext value={draft}>
      <OptionsEditor field={PICK} />
    </DraftContext>,
  );
  expect(await screen.findByText(/^2 new values are in the table/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add them' }));
  const content = { fields: [PICK] } as Parameters<Parameters<typeof change>[0]>[0];
  const [changed] = change.mock.calls[0]?.[0](content).fields ?? [];
  expect(changed?.options?.map(({ label }) => label)).toEqual(['One', 'Two', 'Three']);
  expect(changed?.options?.[0]?.id).toBe('o1');
});

test.each([
  [PICK, { ...PICK, allow_other: true }],
  [{ ...PICK, allow_other: true }, PICK],
])('switches a text of one’s own on and off for a choice', async (before, after) => {
  const change = vi.fn<FormDraftControl['change']>();
  const draft = {
    change,
    problems: [],
    form: { settings: { option_sources: {} } },
  } as unknown as FormDraftControl;
  renderWithMessages(
    <DraftContext value={draft}>
      <OptionsEditor field={before} />
    </DraftContext>,
  );
  const offer = screen.getByRole('switch', { name: /Other…/ });
  expect(offer).toHaveProperty('checked', before.allow_other === true);
  await userEvent.click(offer);
  const content = { fields: [before] } as Parameters<Parameters<typeof change>[0]>[0];
  expect(change.mock.calls[0]?.[0](content).fields).toEqual([after]);
});

test('edits options of a form whose settings are of an earlier version', () => {
  const draft = {
    change: () => undefined,
    problems: [],
    form: { settings: {} },
  } as unknown as FormDraftControl;
  renderWithMessages(
    <DraftContext value={draft}>
      <OptionsEditor field={PICK} />
    </DraftContext>,
  );
  expect(screen.getByDisplayValue('One')).toBeVisible();
});
