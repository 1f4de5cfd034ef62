import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FieldFilter } from './FieldFilter.tsx';
import { createSubmissionColumns } from './submission-columns.ts';

it('reads a time by the clocks of the form, and says whose they are', async () => {
  const asked = createSubmissionColumns({
    fields: [{ id: 'f_at', name: 'at', label: 'At', type: 'datetime' }],
    versions: [{ version: 1, names: { f_at: 'at' } }],
    locale: 'en',
    time_zone: 'Asia/Tokyo',
  });
  const onAdd = vi.fn();
  renderWithMessages(
    <InputFormatContext value={{ locale: 'en', timeZone: 'Asia/Tokyo' }}>
      <FieldFilter columns={asked} onAdd={onAdd} onClose={() => undefined} />
    </InputFormatContext>,
  );
  expect(screen.getByText('By the clocks of Asia/Tokyo')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Value/), { target: { value: '2026-05-01T09:30' } });
  await userEvent.click(screen.getByText('Apply'));
  expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ value: '2026-05-01T09:30:00+09:00' }));
});
