import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FieldEditor } from './FieldEditor.tsx';
import { FieldList } from './FieldList.tsx';
import type { FormRecord } from './form-record.ts';
import { PhoneCountryContext } from './phone-country.ts';
import { useRecord } from './use-record.ts';

beforeAll(() => Promise.all([import('./PhoneEditor.tsx'), import('./FieldHint.tsx')]));

const PHONE: FieldDefinition = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone' };
const MAIL: FieldDefinition = { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email' };
const FIELDS = [PHONE, MAIL];

let record: FormRecord;

type Begun = { fields?: FieldDefinition[]; initial?: Record<string, unknown>; countries?: PhoneCountries };

function Filling({ country, fields = FIELDS, ...begun }: Begun & { country: string | null }) {
  record = useRecord(fields, { formatProblem: englishProblem, country, ...begun });
  return (
    <PhoneCountryContext value={country}>
      <FieldList record={record} />
    </PhoneCountryContext>
  );
}

const fill = async (country: string | null) => {
  await act(async () => void renderWithMessages(<Filling country={country} />));
  return {
    phone: await screen.findByLabelText(/^Phone/, { selector: 'input' }),
    country: screen.getByLabelText('Country: Phone'),
  };
};

let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
});

test('begins with the country of the form, and stores a number of that country as typed', async () => {
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
  await act(async () => void renderWithMessages(<Filling country="DE" initial={initial} />));
  const phone = await screen.findByLabelText(/^Phone/, { selector: 'input' });
  expect(phone).toHaveValue('+41 44 668 18 00');
  expect(screen.getByLabelText('Country: Phone')).toHaveValue('CH');
  expect(record.values()).toEqual(initial);
  await user.type(phone, '1');
  expect(record.values()).toEqual({ phone: '+41 44 668 18 001' });
});

test('keeps a number of another country as it is typed, with the country beside it', async () => {
  const { phone, country } = await fill('DE');
  await user.selectOptions(country, 'AT');
  await user.type(phone, '0664 1234567');
  await user.tab();
  expect(phone).toHaveValue('0664 1234567');
  expect(record.values()).toEqual({ phone: '0664 1234567' });
  expect(record.countries()).toEqual({ phone: 'AT' });
  await user.selectOptions(country, 'FR');
  expect(record.values()).toEqual({ phone: '0664 1234567' });
  expect(record.countries()).toEqual({ phone: 'FR' });
  await user.selectOptions(country, 'DE');
  expect(record.countries()).toEqual({});
});

test('changes the code of a number that is written with one when another country is chosen', async () => {
  const { phone, country } = await fill('DE');
  await user.type(phone, '+43 664 1234567');
  await user.selectOptions(country, 'CH');
  expect(phone).toHaveValue('+41 664 1234567');
  expect(record.countries()).toEqual({});
});

test('begins again with the country that was chosen in a draft', async () => {
  const begun = { initial: { phone: '0664 1234567' }, countries: { phone: 'AT' } };
  await act(async () => void renderWithMessages(<Filling country="DE" {...begun} />));
  expect(await screen.findByLabelText('Country: Phone')).toHaveValue('AT');
  expect(screen.getByLabelText(/^Phone/, { selector: 'input' })).toHaveValue('0664 1234567');
  expect(record.countries()).toEqual({ phone: 'AT' });
  expect(record.check()).toMatchObject({ ok: false, problems: [{ path: 'mail' }] });
});

const LIST: FieldDefinition = { id: 'f_more', name: 'more', label: 'More', type: 'phone', multiple: true };
const PEOPLE: FieldDefinition = {
  id: 'f_people',
  name: 'people',
  label: 'People',
  type: 'form',
  multiple: true,
  fields: [PHONE],
};

test('keeps each number of a list and of a repeated form with its country when one before it goes', async () => {
  const begun = {
    fields: [LIST, PEOPLE],
    initial: {
      more: ['0171 1234567', '0664 1234567'],
      people: [{ phone: '06 12 34 56 78' }, { phone: '044 668 18 00' }],
    },
    countries: { 'more[1]': 'AT', 'people[0].phone': 'FR', 'people[1].phone': 'CH' },
  };
  await act(async () => void renderWithMessages(<Filling country="DE" {...begun} />));
  await screen.findAllByLabelText(/^Country/);
  expect(record.countries()).toEqual(begun.countries);
  expect(record.check()).toMatchObject({ ok: true });
  await user.click(await screen.findByRole('button', { name: /Remove.*More.*1/ }));
  expect(record.values()).toMatchObject({ more: ['0664 1234567'] });
  const [people] = [record.state(PEOPLE).rows];
  await act(async () => people[0] && record.remove(PEOPLE, people[0]));
  expect(record.countries()).toEqual({ 'more[0]': 'AT', 'people[0].phone': 'CH' });
  expect(record.check()).toMatchObject({ ok: true });
});

test('writes the country’s code into the number where nobody keeps the country beside it', async () => {
  let value: unknown;
  function Setting() {
    const [phone, setPhone] = useState<unknown>();
    value = phone;
    return (
      <PhoneCountryContext value="DE">
        <FieldEditor isBare field={PHONE} value={phone} onChange={setPhone} />
      </PhoneCountryContext>
    );
  }
  await act(async () => void renderWithMessages(<Setting />));
  await user.type(await screen.findByLabelText(/^Phone/, { selector: 'input' }), '0171 1234567');
  expect(value).toBe('+49 171 1234567');
  await user.selectOptions(screen.getByLabelText('Country: Phone'), 'AT');
  expect(value).toMatch(/^\+43/);
});

test('writes the code of the usual country, too, into a number of a nested form whose value stands alone', async () => {
  let value: unknown;
  function Setting() {
    const [phone, setPhone] = useState<unknown>();
    value = phone;
    return (
      <PhoneCountryContext value="DE">
        <FieldEditor isBare field={PEOPLE} value={phone} onChange={setPhone} />
      </PhoneCountryContext>
    );
  }
  await act(async () => void renderWithMessages(<Setting />));
  await user.type(await screen.findByLabelText(/^Phone/, { selector: 'input' }), '0171 1234567');
  expect(value).toEqual([{ phone: '+49 171 1234567' }]);
  await user.selectOptions(screen.getByLabelText('Country: Phone'), 'AT');
  expect(value).toEqual([{ phone: expect.stringMatching(/^\+43/) }]);
});

test('reports no change when an empty entry is added to a list', async () => {
  const changes: unknown[] = [];
  const tags: FieldDefinition = { ...LIST, name: 'tags', label: 'Tags', type: 'text' };
  function Listing({ fields }: { fields: FieldDefinition[] }) {
    const list = useRecord(fields, {
      formatProblem: englishProblem,
      initial: { tags: ['one'], more: ['0171 1234567'] },
      country: 'DE',
      onChange: (values) => changes.push(values),
    });
    return <FieldList record={list} />;
  }
  const both = [tags, LIST];
  await act(async () => void renderWithMessages(<Listing fields={both} />));
  for (const { label } of both)
    await user.click(await screen.findByRole('button', { name: `Add another: ${label}` }));
  expect(await screen.findAllByRole('textbox', { name: /^(Tags|More) 2$/ })).toHaveLength(2);
  expect(changes).toEqual([]);
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
  expect(record.values()).toEqual({ phone: '0171 1234567' });
  expect(record.countries()).toEqual({ phone: 'DE' });
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
