import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { DEFAULT_NOTIFICATION_SETTINGS } from '#lib/contract/notification.ts';
import { startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { NotificationsSection } from './NotificationsSection.tsx';

test('offers each kind of notification in the app, by mail and off, and those of requests for access without mail', async () => {
  const changed = { ...DEFAULT_NOTIFICATION_SETTINGS, decided: 'off' };
  const api = await startFakeApi({ 'PATCH notifications/settings/': { body: { data: changed } } });
  onTestFinished(() => api.stop());
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <NotificationsSection first={DEFAULT_NOTIFICATION_SETTINGS} hasMail />
      </Toaster>
    </NotificationProvider>,
  );
  const fields = screen.getAllByRole('combobox');
  expect(fields).toHaveLength(Object.keys(DEFAULT_NOTIFICATION_SETTINGS).length);
  const withoutMail = fields.filter((field) => !within(field).queryByRole('option', { name: /mail/ }));
  expect(withoutMail).toEqual([screen.getByLabelText('Requests for access')]);
  const decided = screen.getByLabelText('Answers to your requests');
  expect(decided).toHaveDisplayValue('In the app and by mail');
  expect(screen.getByLabelText('People who join by your invitation')).toHaveDisplayValue('In the app');
  await userEvent.selectOptions(decided, 'Off');
  await waitFor(() => expect(api.requests.at(-1)?.body).toBe('{"decided":"off"}'));
  expect(decided).toHaveDisplayValue('Off');
});
