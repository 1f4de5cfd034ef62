import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import type { Column } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { CellValue } from '../cells/CellValue.tsx';
import type { CellContext } from '../cells/cell-text.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { RowDialog } from './RowDialog.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({ 'POST items/t/rows/': { body: { data: null } } });
});
afterAll(() => api.stop());

const GERMAN = { locale: 'de', timeZone: 'America/New_York' };
const row = buildRow({ values: { amount: 1234.5, when: '2026-01-15T12:00:00Z' } });

test('a cell shows numbers and times by the locale and the time zone of the hub', () => {
  const columns = shownColumns([buildColumn('number', 'amount'), buildColumn('datetime', 'when')]);
  const context: CellContext = { ...GERMAN, people: new Map(), restricted: 'Restricted' };
  renderWithMessages(
    <div>
      {columns.map((column) => (
        <CellValue
          key={column.id}
          itemId="t"
          column={column}
          row={row}
          value={row.values[column.name]}
          context={context}
        />
      ))}
    </div>,
  );
  expect(screen.getByText('1.234,5')).toBeInTheDocument();
  expect(screen.getByText('15.01.2026, 07:00')).toBeInTheDocument();
});

test('a row is parsed in the locale of the hub, and an ambiguous number offers both values', async () => {
  const user = userEvent.setup();
  const dialog = (locale: string) => (
    <InputFormatContext value={{ locale }}>
      <RowDialog
        itemId="t"
        columns={[buildColumn('number', 'amount')]}
        row={null}
        onSaved={() => undefined}
        onClose={() => undefined}
      />
    </InputFormatContext>
  );
  const { unmount } = renderWithMessages(dialog('fr'));
  await user.type(await screen.findByLabelText(/^amount/), '1.500');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByRole('button', { name: '1,5' })).toBeInTheDocument();
  expect(api.requests).toEqual([]);
  unmount();
  renderWithMessages(dialog('de'));
  await user.type(await screen.findByLabelText(/^amount/), '1.500');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(api.requests).toHaveLength(1));
  expect(JSON.parse(api.requests[0]?.body ?? '')).toEqual({
    rows: [{ values: { amount: 1500 } }],
  });
});

test('sends a national phone number, read in the country of the hub', async () => {
  const user = userEvent.setup();
  const requestCount = api.requests.length;
  renderWithMessages(
    <PhoneCountryContext value="DE">
      <RowDialog
        itemId="t"
        columns={[buildColumn('phone', 'phone')]}
        row={null}
        onSaved={() => undefined}
        onClose={() => undefined}
      />
    </PhoneCountryContext>,
  );
  const phone = await screen.findByLabelText(/^phone/, { selector: 'input' });
  await user.type(phone, '0171 1234567');
  await user.tab();
  expect(phone).not.toHaveAttribute('aria-invalid');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(api.requests).toHaveLength(requestCount + 1));
  expect(JSON.parse(api.requests.at(-1)?.body ?? '')).toEqual({
    rows: [{ values: { phone: '0171 1234567' } }],
  });
});

test('shows how the number of a row was typed, where that says something else than the number', async () => {
  const typed = {
    ...{ phone: '011 41 44 668-18-00', 'more[0]': '030-12345', 'more[1]': '0 15 30 123456' },
    ...{ same: '(0)44 / 668-18-00' },
  };
  const values = { phone: '+41446681800', more: ['+493012345', '+4930123456'], same: '+41446681800' };
  renderWithMessages(
    <RowDialog
      itemId="t"
      columns={[
        { ...buildColumn('phone', 'phone'), help: 'At work' },
        { ...buildColumn('phone', 'more'), multiple: true },
        buildColumn('phone', 'same'),
      ]}
      row={buildRow({ values, typed })}
      onSaved={() => undefined}
      onClose={() => undefined}
    />,
  );
  const phone = await screen.findByLabelText(/^phone/, { selector: 'input' });
  expect(phone).toHaveValue('+41 44 668 18 00');
  expect(phone).toHaveAccessibleDescription('Typed as 011 41 44 668-18-00\nAt work');
  expect(screen.getByText('Typed as 0 15 30 123456')).toBeVisible();
  expect(screen.getAllByText(/^Typed as/)).toHaveLength(2);
});

test('requests confirmation before closing a row with unsaved input', async () => {
  const user = userEvent.setup();
  let closed = 0;
  renderWithMessages(
    <RowDialog
      itemId="t"
      columns={[buildColumn('text', 'title')]}
      row={null}
      onSaved={() => undefined}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  await user.type(await screen.findByLabelText(/^title/), 'Quay');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = screen.getByRole('dialog', { name: 'Discard what you typed?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(closed).toBe(0);
  expect(screen.getByLabelText(/^title/)).toHaveValue('Quay');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(closed).toBe(1);
});

test('somebody in a contact list is searched for by their address in the kinds for contacts', () => {
  renderWithMessages(
    <RowDialog
      itemId="t"
      columns={[buildColumn('text', 'name'), buildColumn('email', 'mail')]}
      row={{ ...row, values: { name: 'Ada', mail: 'ada@example.org' } }}
      isContact
      onSaved={() => undefined}
      onClose={() => undefined}
    />,
  );
  const links = ['General', 'Emails', 'Contacts'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect(links).toEqual(
    ['general', 'email', 'contact'].map((kind) => `/search?q=%22ada%40example.org%22&kind=${kind}`),
  );
});

const NUMBERS: Column[] = [
  { ...buildColumn('number', 'stars'), column_type: 'rating', max: 5 },
  { ...buildColumn('number', 'takes'), column_type: 'duration' },
  { ...buildColumn('number', 'cost'), column_type: 'currency', currency: 'EUR' },
  { ...buildColumn('number', 'share'), column_type: 'percent' },
];

const newRow = (values: Values) =>
  renderWithMessages(
    <RowDialog
      itemId="t"
      columns={NUMBERS}
      row={null}
      values={values}
      onSaved={() => undefined}
      onClose={() => undefined}
    />,
  );

test('a row shows ratings, durations, amounts and shares as its cells do, and stores what is typed', async () => {
  const user = userEvent.setup();
  const requestCount = api.requests.length;
  newRow({ stars: 3, takes: 5400, cost: 12.5, share: 25 });
  const stars = screen.getByRole('radiogroup', { name: 'stars' });
  expect(within(stars).getByRole('radio', { name: '3 / 5' })).toBeChecked();
  const duration = screen.getByRole('textbox', { name: /^takes/ });
  expect(duration).toHaveValue('1:30:00');
  expect(screen.getByRole('textbox', { name: /^cost/ })).toHaveAccessibleDescription('EUR');
  expect(screen.getByRole('textbox', { name: /^share/ })).toHaveAccessibleDescription('%');
  await user.click(within(stars).getByRole('radio', { name: '4 / 5' }));
  await user.clear(duration);
  await user.type(duration, '2:05');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(api.requests).toHaveLength(requestCount + 1));
  expect(JSON.parse(api.requests.at(-1)?.body ?? '')).toEqual({
    rows: [{ values: { stars: 4, takes: 7500, cost: 12.5, share: 25 } }],
  });
});

test('a rating of a row is cleared, and what is no duration is reported beside what was typed', async () => {
  const user = userEvent.setup();
  const requestCount = api.requests.length;
  newRow({ stars: 3 });
  await user.click(screen.getByRole('button', { name: 'Clear choice' }));
  expect(screen.getAllByRole('radio', { checked: false })).toHaveLength(5);
  const duration = screen.getByRole('textbox', { name: /^takes/ });
  await user.type(duration, 'an hour');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(duration).toHaveValue('an hour');
  expect(duration).toHaveAttribute('aria-invalid', 'true');
  expect(api.requests).toHaveLength(requestCount);
});
