import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import type { Form } from '#lib/contract/form.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { MailNotices } from './MailNotices.tsx';

let api: FakeApi | null = null;
afterEach(() => api?.stop());

async function show(sendsMail: boolean, form: Partial<Form>) {
  api = await startFakeApi({
    'GET core/basic-settings/': () => ({ body: { data: { mail: { is_configured: sendsMail } } } }),
  });
  const draft = { form: { allowed: [], notify_has_answers: null, ...form } as Partial<Form> as Form };
  renderWithMessages(
    <DraftContext value={draft as FormDraftControl}>
      <MailNotices />
    </DraftContext>,
  );
  const { requests } = api;
  await waitFor(() => expect(requests).toHaveLength(1));
}

it('warns that no mail is sent only where the server sends none', async () => {
  await show(false, {});
  await screen.findByText(/^This server sends no mail/);
});

it('states that mails to the team contain no submitted values, and who can change that', async () => {
  await show(true, { notify_has_answers: false });
  await screen.findByText(/Somebody who reads them can add an address/);
  expect(screen.queryByText(/sends no mail/)).toBeNull();
});
