import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import type { Form } from '#lib/contract/form.ts';
import { DEFAULT_SETTINGS } from '#lib/contract/form-settings.ts';
import { changeForm } from '#services/form.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { RetentionSetting } from './setting-fields.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'PATCH forms/f/': ({ body }) =>
      body.includes('"deletes_answers":12')
        ? { body: { data: {} } }
        : {
            status: 409,
            body: {
              message: 'This deletes 12 answers for ever.',
              code: 'answers_would_be_deleted',
              data: { retention_days: 1, answers: 12 },
            },
          },
  });
});
afterAll(() => api.stop());

const form = {
  id: 'f',
  revision: 1,
  settings: DEFAULT_SETTINGS,
  setting_changes: {},
} as Partial<Form> as Form;
const draft = {
  form,
  settingConflicts: [] as FormDraftControl['settingConflicts'],
  send: async (change) => (await changeForm(form, change)).data,
} as FormDraftControl;

it('names how many submissions would be deleted, and deletes them only after confirmation', async () => {
  renderWithMessages(
    <DraftContext value={draft}>
      <RetentionSetting label="Days to keep" />
    </DraftContext>,
  );
  const field = screen.getByLabelText<HTMLInputElement>(/Days to keep/);
  await userEvent.type(field, '1');
  await userEvent.tab();
  await screen.findByText('Delete 12 answers permanently?');
  expect(screen.queryByText('Saved')).toBeNull();
  await userEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(field.value).toBe(''));
  expect(api.requests.map(({ body }) => JSON.parse(body))).toEqual([{ settings: { retention_days: 1 } }]);
  await userEvent.type(field, '1');
  await userEvent.tab();
  await userEvent.click(await screen.findByText('Delete 12 answers'));
  await screen.findByText('Saved');
  expect(JSON.parse(api.requests.at(-1)?.body ?? '')).toEqual({
    settings: { retention_days: 1 },
    deletes_answers: 12,
  });
});
