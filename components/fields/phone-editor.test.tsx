import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { FieldList } from './FieldList.tsx';
import type { FormRecord } from './form-record.ts';
import { PhoneCountryContext } from './phone-country.ts';
import { useRecord } from './use-record.ts';

beforeAll(() => Promise.all([import('./PhoneEditor.tsx'), import('./FieldHint.tsx')]));

const PHONE: FieldDefinition = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone' };
const MAIL: FieldDefinition = { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email' };
const FIELDS = [PHONE, MAIL];

let record: FormRecord;

function Filling({ country, initial }: { country: string | null; initial?: Record<string, unknown> }) {
  record = useRecord(FIELDS, { country, ...(initial ? { initial } : {}) });
  return (
    <PhoneCountryContext value={country}>
      <FieldList record={record} />
    </PhoneCountryContext>
  );
}

const fill = async (country: string | null) => {
  await act(async () => void render(<Filling country={country} />));
  return {
    phone: await screen.findByLabelText(/^Phone/, { selector: 'input' }),
    country: screen.getByLabelText('Country: Phone'),
  };
};

let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
});

test('begins with the country of the form, in which a number is kept as it is typed', async () => {
  const { phone, country } = await fill('DE');
  expect(country).toHaveValue('DE');
  await user.type(phone, '0171 1234567');
  await user.tab();
  expect(phone).toHaveValue('0171 1234567');
  expect(record.values()).toEqual({ phone: '0171 1234567' });
  expect(phone).not.toHaveAttribute('aria-invalid');
});

test('offers the country of the form first, and once; without one all of them by name', async () => {
  const offered = (choice: HTMLElement) =>
    within(choice)
      .getAllByRole('option')
      .map((option) => option.textContent);
  const { country } = await fill('DE');
  const [first, second, third, ...rest] = offered(country);
  expect([first, second, third]).toEqual(['Germany (+49)', 'No country', 'Afghanistan (+93)']);
  expect(rest).not.toContain('Germany (+49)');
  cleanup();
  const without = await fill(null);
  expect(offered(without.country).slice(0, 2)).toEqual(['No country', 'Afghanistan (+93)']);
  expect(offered(without.country)).toContain('Germany (+49)');
});

test('shows a stored number with blanks, and leaves it as it is until somebody types', async () => {
  const initial = { phone: '+41446681800' };
  await act(async () => void render(<Filling country="DE" initial={initial} />));
  const phone = await screen.findByLabelText(/^Phone/, { selector: 'input' });
  expect(phone).toHaveValue('+41 44 668 18 00');
  expect(screen.getByLabelText('Country: Phone')).toHaveValue('CH');
  expect(record.values()).toEqual(initial);
  await user.type(phone, '1');
  expect(record.values()).toEqual({ phone: '+41 44 668 18 001' });
});

test('puts the code of another country before the number, also where it is chosen after it', async () => {
  const { phone, country } = await fill('DE');
  await user.selectOptions(country, 'AT');
  await user.type(phone, '0664 1234567');
  expect(record.values()).toEqual({ phone: '+43 664 1234567' });
  await user.tab();
  expect(phone).toHaveValue('+43 664 1234567');
  await user.selectOptions(country, 'FR');
  expect(record.values()).toEqual({ phone: '+33 664 1234567' });
});

test('shows the country of a number that is written with its code', async () => {
  const { phone, country } = await fill(null);
  expect(country).toHaveValue('');
  await user.type(phone, '0044 20 7946 0123');
  expect(country).toHaveValue('GB');
  expect(record.values()).toEqual({ phone: '0044 20 7946 0123' });
});

test('says what is wanted where nobody knows the country, and no more once it is chosen', async () => {
  const { phone, country } = await fill(null);
  await user.type(phone, '0171 1234567');
  await user.tab();
  expect(await screen.findByText('Phone is not a valid phone')).toBeVisible();
  expect(
    await screen.findByText('Begin with + and the country’s code, such as +49 171 1234567'),
  ).toBeVisible();
  expect(phone).toHaveAccessibleDescription(/Begin with \+/);
  await user.selectOptions(country, 'DE');
  expect(screen.queryByText('Phone is not a valid phone')).toBeNull();
  expect(record.values()).toEqual({ phone: '+49 171 1234567' });
});

test('says under a message what would be right', async () => {
  await fill('DE');
  await user.type(screen.getByLabelText(/^Mail/), 'ada');
  await user.tab();
  const hint = 'Write one address with an @ and a domain, such as name@example.com';
  expect(await screen.findByText(hint)).toBeVisible();
});

test('posts its country beside it where no script runs', () => {
  const page = renderToString(<Filling country="AT" />);
  expect(page).toMatch(/<select[^>]+name=":country:phone"/);
  expect(page).toMatch(/<option value="AT" selected=""/);
});
