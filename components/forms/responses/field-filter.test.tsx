import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FieldFilter } from './FieldFilter.tsx';
import { createSubmissionColumns } from './submission-columns.ts';

it('reads a time by the clocks of the form, and says whose they are', async () => {
  const fieldColumns = createSubmissionColumns({
    fields: [{ id: 'f_at', name: 'at', label: 'At', type: 'datetime' }],
    versions: [{ version: 1, names: { f_at: 'at' } }],
    locale: 'en',
    time_zone: 'Asia/Tokyo',
  });
  const onAdd = vi.fn();
  renderWithMessages(
    <InputFormatContext value={{ locale: 'en', timeZone: 'Asia/Tokyo' }}>
      <FieldFilter columns={fieldColumns} onAdd={onAdd} onClose={() => undefined} />
    </InputFormatContext>,
  );
  expect(screen.getByText('By the clocks of Asia/Tokyo')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Value/), { target: { value: '2026-05-01T09:30' } });
  await userEvent.click(screen.getByText('Apply'));
  expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ value: '2026-05-01T09:30:00+09:00' }));
});

function showNumberFilter(locale: string) {
  const columns = createSubmissionColumns({
    fields: [{ id: 'f_price', name: 'price', label: 'Price', type: 'number' }],
    versions: [{ version: 1, names: { f_price: 'price' } }],
    locale,
    time_zone: null,
  });
  const onAdd = vi.fn();
  renderWithMessages(
    <InputFormatContext value={{ locale }}>
      <FieldFilter columns={columns} onAdd={onAdd} onClose={() => undefined} />
    </InputFormatContext>,
  );
  const apply = async (text: string) => {
    fireEvent.change(screen.getByLabelText(/^Value/), { target: { value: text } });
    await userEvent.click(screen.getByText('Apply'));
  };
  return { onAdd, apply };
}

it.each([
  ['de', '1.500', 1500],
  ['de', '1,5', 1.5],
  ['en', '1,500', 1500],
])('reads a number as a form in %s reads %s', async (locale, text, value) => {
  const { onAdd, apply } = showNumberFilter(locale);
  await apply(text);
  expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ field: 'f_price', value }));
});

it('asks about a number with two readings, and refuses one with too many digits, or none', async () => {
  const { onAdd, apply } = showNumberFilter('fr');
  await apply('12345678901234567');
  expect(screen.getByLabelText(/^Value/)).toHaveAccessibleDescription(/more digits than can be kept/);
  await apply('many');
  expect(screen.getByLabelText(/^Value/)).toHaveAccessibleDescription(/valid number/);
  await apply('1.500');
  expect(onAdd).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: '1500' }));
  await userEvent.click(screen.getByText('Apply'));
  expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ value: 1500 }));
});
