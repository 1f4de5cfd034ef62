import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import type { Form } from '#lib/contract/form.ts';
import { DEFAULT_SETTINGS } from '#lib/contract/form-settings.ts';
import { changeForm } from '#services/form.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { NumberSetting, TextSetting } from './setting-fields.tsx';

let api: FakeApi;
beforeAll(async () => {
  // jsdom does not implement modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
  api = await startFakeApi({ 'PATCH forms/f/': { body: { data: {} } } });
});
beforeEach(() => {
  api.requests.length = 0;
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

const show = () =>
  renderWithMessages(
    <DraftContext value={draft}>
      <a href="/elsewhere">Elsewhere</a>
      <a href="?tab=share">Share</a>
      <a href="#top">Top</a>
      <TextSetting name="confirmation" label="Confirmation" />
      <NumberSetting name="max_submissions" label="At most" />
    </DraftContext>,
  );

/** Whether the browser would request confirmation before the tab is closed. */
const warnsBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('says that a setting is not saved while it is typed, also over one that was saved just now', async () => {
  show();
  const field = screen.getByLabelText(/Confirmation/);
  expect(warnsBeforeClosing()).toBe(false);
  await userEvent.type(field, 'Thanks');
  screen.getByText('Unsaved changes');
  expect(warnsBeforeClosing()).toBe(true);
  await userEvent.tab();
  await screen.findByText('Saved');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  expect(warnsBeforeClosing()).toBe(false);
  await userEvent.type(field, '!');
  screen.getByText('Unsaved changes');
  expect(screen.queryByText('Saved')).toBeNull();
  await userEvent.tab();
  await screen.findByText('Saved');
});

it('asks before a refused setting is left, and saves a valid one on leaving', async () => {
  const { unmount } = show();
  await userEvent.type(screen.getByLabelText(/At most/), 'many');
  await userEvent.click(screen.getByText('Elsewhere'));
  await screen.findByText('Leave without saving?');
  screen.getByText('Unsaved changes');
  expect(api.requests).toEqual([]);
  await userEvent.click(screen.getByText('Cancel'));
  await userEvent.clear(screen.getByLabelText(/At most/));
  await userEvent.type(screen.getByLabelText(/At most/), '25');
  unmount();
  await expect
    .poll(() => api.requests.map(({ body }) => body))
    .toEqual([expect.stringContaining('"max_submissions":25')]);
});

it('asks before another tab of the form is opened while a setting is refused', async () => {
  show();
  await userEvent.type(screen.getByLabelText(/At most/), 'many');
  await userEvent.click(screen.getByText('Top'));
  expect(screen.queryByText('Leave without saving?')).toBeNull();
  await userEvent.click(screen.getByText('Share'));
  await screen.findByText('Leave without saving?');
  await userEvent.click(screen.getByText('Cancel'));
  expect(screen.queryByText('Leave without saving?')).toBeNull();
  expect(screen.getByLabelText(/At most/)).toHaveValue('many');
});
