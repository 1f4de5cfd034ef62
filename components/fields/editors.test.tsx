import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { readFormData } from '#lib/fields/from-form-data.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FieldList } from './FieldList.tsx';
import type { FormRecord, RecordOptions } from './form-record.ts';
import { InputFormatContext } from './input-format.ts';
import { useProblems, useRecord } from './use-record.ts';

function fieldsOf(input: readonly object[]): FieldDefinition[] {
  const read = readFields(input, { newId: () => `id-${Math.random()}` });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.fields;
}

beforeAll(() =>
  Promise.all([
    import('./NestedForm.tsx'),
    import('./AddressEditor.tsx'),
    import('./ChoiceEditor.tsx'),
    import('./NumberEditor.tsx'),
    import('./PhoneEditor.tsx'),
    import('./TimeEditor.tsx'),
    import('./FieldHint.tsx'),
  ]),
);

let record: FormRecord;

function Filling({ fields, options }: { fields: FieldDefinition[]; options?: Partial<RecordOptions> }) {
  const own = useRecord(fields, { formatProblem: englishProblem, ...options });
  record = own;
  return (
    <InputFormatContext value={options?.writtenIn ?? null}>
      <form>
        <ErrorSummary problems={useProblems(own)} />
        <FieldList record={own} />
      </form>
    </InputFormatContext>
  );
}

async function fill(input: readonly object[], options?: Partial<RecordOptions>) {
  const fields = fieldsOf(input);
  // Nested forms are loaded on demand.
  await act(async () => void renderWithMessages(<Filling fields={fields} options={options} />));
  return fields;
}

const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `o${at + 1}`, label: `Option ${at + 1}` }));

const EVERY_TYPE = [
  { name: 'text', label: 'Text', type: 'text', help: 'As on the door' },
  { name: 'area', label: 'Area', type: 'textarea' },
  { name: 'number', label: 'Number', type: 'number' },
  { name: 'email', label: 'E-mail', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'phone' },
  { name: 'url', label: 'Website', type: 'url' },
  { name: 'date', label: 'Day', type: 'date' },
  { name: 'time', label: 'Time', type: 'time' },
  { name: 'datetime', label: 'Moment', type: 'datetime' },
  { name: 'json', label: 'Json', type: 'json' },
  { name: 'boxes', label: 'Boxes', type: 'checkboxes', options: options(3) },
  { name: 'select', label: 'Select', type: 'select', options: options(3) },
  { name: 'many', label: 'Many', type: 'multi-select', options: options(20) },
  { name: 'file', label: 'File', type: 'file', required: false },
  {
    name: 'people',
    label: 'People',
    type: 'form',
    multiple: true,
    fields: [{ name: 'mail', label: 'Mail', type: 'email' }],
  },
  { name: 'tags', label: 'Tags', type: 'text', multiple: true },
];

describe('a form of every type', () => {
  test('is filled by people, and gives the values that the server takes', async () => {
    const user = userEvent.setup({ delay: null });
    await fill(EVERY_TYPE);
    await user.type(screen.getByLabelText('Text *'), 'Ada');
    await user.type(screen.getByLabelText('Area *'), 'One{Enter}Two');
    await user.type(screen.getByLabelText('Number *'), '1.50');
    await user.type(screen.getByLabelText('E-mail *'), 'ada@example.com');
    await user.type(screen.getByLabelText('Phone *'), '+44 20 7946 0958');
    await user.type(screen.getByLabelText('Website *'), 'https://example.com');
    await user.type(screen.getByLabelText('Day *'), '2026-05-01');
    await user.type(screen.getByLabelText('Time *'), '09:30');
    await user.type(screen.getByLabelText('Moment *'), '2026-05-01T09:30');
    await user.type(screen.getByLabelText('Json *'), '[[1]');
    const boxes = within(screen.getByRole('group', { name: /^Boxes/ }));
    await user.click(boxes.getByLabelText('Option 3'));
    await user.click(boxes.getByLabelText('Option 1'));
    const radios = within(screen.getByRole('radiogroup', { name: /^Select/ }));
    await user.click(radios.getByLabelText('Option 2'));
    const many = screen.getByLabelText('Many *', { selector: 'input' });
    await user.type(many, 'option 17');
    await user.click(screen.getByText('Option 17'));
    await user.type(screen.getByLabelText('Mail *'), 'bob@example.com');
    await user.type(screen.getByLabelText('Tags 1'), 'red');
    await user.click(screen.getByLabelText('Add another: Tags'));
    expect(screen.getByLabelText('Tags 2')).toHaveFocus();
    await user.keyboard('blue');

    expect(screen.getByLabelText('Number *')).toHaveValue('1.50');
    const checked = record.check();
    expect(checked).toEqual({
      ok: true,
      values: {
        text: 'Ada',
        area: 'One\nTwo',
        number: 1.5,
        email: 'ada@example.com',
        phone: '+44 20 7946 0958',
        url: 'https://example.com',
        date: '2026-05-01',
        time: '09:30',
        datetime: expect.stringMatching(/^2026-05-01T09:30:00[+-]\d\d:\d\d$/),
        json: '[1]',
        boxes: ['o1', 'o3'],
        select: 'o2',
        many: ['o17'],
        people: [{ mail: 'bob@example.com' }],
        tags: ['red', 'blue'],
      },
    });
  });

  test('posts the same by its markup alone', async () => {
    const values: Values = {
      text: 'Ada',
      area: 'One',
      number: 1.5,
      boxes: ['o1', 'o3'],
      select: 'o2',
      many: ['o17', 'o3'],
      people: [{ mail: 'a@example.com' }, { mail: 'b@example.com' }],
      tags: ['red', 'blue'],
    };
    const fields = fieldsOf(EVERY_TYPE);
    const place = document.createElement('div');
    place.innerHTML = renderToString(<Filling fields={fields} options={{ initial: values }} />);
    const form = place.querySelector('form');
    const posted = readFormData(fields, new FormData(form ?? undefined));
    expect(posted.values).toEqual({ ...values, many: ['o3', 'o17'] });
  });
});

describe('numbers and times', () => {
  test('are read by the locale of the page, and a number is shown back where it could be mistaken', async () => {
    const user = userEvent.setup();
    await fill([{ name: 'amount', label: 'Amount', type: 'number' }], {
      initial: { amount: 2.5 },
      writtenIn: { locale: 'de' },
    });
    const control = screen.getByLabelText('Amount *');
    expect(control).toHaveValue('2,5');
    expect(screen.queryByText(/Read as/)).toBeNull();
    await user.clear(control);
    await user.type(control, '1.500');
    expect(screen.getByText('Read as 1500')).toBeVisible();
    expect(record.values()).toEqual({ amount: 1500 });
    expect(control).toHaveValue('1.500');
  });

  test('offer both values when a number is ambiguous, and take the one that is clicked', async () => {
    const user = userEvent.setup();
    await fill([{ name: 'amount', label: 'Amount', type: 'number' }], { writtenIn: { locale: 'fr' } });
    const control = screen.getByLabelText('Amount *');
    await user.type(control, '1.500');
    const question = screen.getByRole('group', { name: 'Which one do you mean?' });
    await user.tab();
    expect(control).toHaveAccessibleDescription(
      'Amount can be read as 1500 or as 1,5; choose the one that you mean',
    );
    await user.click(within(question).getByRole('button', { name: '1,5' }));
    expect(record.values()).toEqual({ amount: 1.5 });
    expect(control).toHaveValue('1,5');
    expect(control).toHaveFocus();
    expect(control).not.toHaveAttribute('aria-invalid');
  });

  test('show a problem and stay as typed when they have more digits than can be stored', async () => {
    const user = userEvent.setup();
    await fill([{ name: 'amount', label: 'Amount', type: 'number' }]);
    const control = screen.getByLabelText('Amount *');
    await user.type(control, '12345678901234567');
    await user.tab();
    expect(control).toHaveAccessibleDescription(
      'Amount has more digits than can be kept exactly; write at most 15',
    );
    expect(control).toHaveValue('12345678901234567');
  });

  test('a time is in the page’s time zone, which is named under it; one that occurs twice offers both', async () => {
    const user = userEvent.setup();
    await fill([{ name: 'when', label: 'When', type: 'datetime' }], {
      writtenIn: { timeZone: 'America/New_York' },
    });
    expect(screen.getByText('Time zone: America/New York')).toBeVisible();
    const control = screen.getByLabelText('When *');
    fireEvent.change(control, { target: { value: '2026-07-01T09:30' } });
    expect(record.values()).toEqual({ when: '2026-07-01T09:30:00-04:00' });
    fireEvent.change(control, { target: { value: '2026-11-01T01:30' } });
    await user.click(screen.getByRole('button', { name: /EST$/ }));
    expect(record.values()).toEqual({ when: '2026-11-01T01:30:00-05:00' });
    expect(control).toHaveValue('2026-11-01T01:30');
  });

  test('that were posted back offer their readings as choices that need no script', () => {
    const fields = fieldsOf([{ name: 'amount', label: 'Amount', type: 'number' }]);
    const page = document.createElement('div');
    page.innerHTML = renderToString(
      <Filling fields={fields} options={{ initial: { amount: '1.500' }, writtenIn: { locale: 'fr' } }} />,
    );
    const choices = [...page.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(choices.map(({ name, value, checked }) => [name, value, checked])).toEqual([
      [':reading.amount', '1500', false],
      [':reading.amount', '1,5', false],
      [':reading.amount', '', true],
    ]);
  });

  test('that stand among several offer the readings of each place', () => {
    const fields = fieldsOf([{ name: 'amounts', label: 'Amounts', type: 'number', multiple: true }]);
    const page = document.createElement('div');
    page.innerHTML = renderToString(
      <Filling
        fields={fields}
        options={{ initial: { amounts: [3, '1.500'] }, writtenIn: { locale: 'fr' } }}
      />,
    );
    const choices = [...page.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(choices.map(({ name, value }) => [name, value])).toEqual([
      [':reading.amounts[1]', '1500'],
      [':reading.amounts[1]', '1,5'],
      [':reading.amounts[1]', ''],
    ]);
  });
});

describe('a problem of a field', () => {
  test('is shown when the field loses focus, and updated on each keystroke from then on', async () => {
    const user = userEvent.setup();
    await fill([{ name: 'mail', label: 'Mail', type: 'email' }]);
    const control = screen.getByLabelText('Mail *');
    await user.type(control, 'ada');
    expect(control).not.toHaveAttribute('aria-invalid');
    await user.tab();
    expect(control).toHaveAttribute('aria-invalid', 'true');
    expect(control).toHaveAccessibleDescription(
      expect.stringMatching(/^Mail is not a valid email Write one address/),
    );
    await user.type(control, '@example.com');
    expect(control).not.toHaveAttribute('aria-invalid');
  });

  test.each(['date', 'time', 'datetime'])(
    'is that a %s is unfinished, until it is whole or empty',
    async (type) => {
      await fill([{ name: 'when', label: 'When', type, required: false }]);
      const control = screen.getByLabelText<HTMLInputElement>('When');
      const validity = vi.spyOn(control, 'validity', 'get');
      const isPart = (badInput: boolean) => validity.mockReturnValue({ ...control.validity, badInput });
      isPart(true);
      fireEvent.blur(control);
      expect(control).toHaveAttribute('aria-invalid', 'true');
      expect(record.check().ok).toBe(false);
      expect(screen.getByLabelText('When')).toBe(control);
      isPart(false);
      fireEvent.blur(control);
      expect(control).not.toHaveAttribute('aria-invalid');
      expect(record.check()).toMatchObject({ ok: true, values: {} });
    },
  );

  test('stands in the summary with links to each field, in rows as well', async () => {
    const user = userEvent.setup();
    const fields = await fill(EVERY_TYPE.slice(0, 1).concat(EVERY_TYPE.slice(14, 15)));
    await user.click(screen.getByRole('button', { name: 'Add another: People' }));
    const checked = record.check();
    expect(checked.ok).toBe(false);
    const summary = await screen.findByRole('alert');
    const links = within(summary).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Please enter Text',
      'People 1: Please enter Mail',
      'People 2: Please enter Mail',
    ]);
    await user.click(within(summary).getByRole('link', { name: /^People 2/ }));
    await waitFor(() => expect(screen.getAllByLabelText('Mail *')[1]).toHaveFocus());
    expect(record.firstError()?.top).toBe(fields[0]);
  });

  test('is said in the summary as its field says it, until it is right', async () => {
    await fill([{ name: 'nights', label: 'Nights', type: 'number' }]);
    await act(async () => void record.check());
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter Nights');
    const nights = screen.getByRole('textbox', { name: /Nights/ });
    await userEvent.type(nights, 'some');
    expect(screen.getByRole('alert')).toHaveTextContent('Nights is not a valid number');
    await userEvent.clear(nights);
    await userEvent.type(nights, '3');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that the server says is shown under its field until it is changed', async () => {
    const user = userEvent.setup();
    await fill([
      {
        name: 'people',
        label: 'People',
        type: 'form',
        fields: [{ name: 'mail', label: 'Mail', type: 'email' }],
      },
    ]);
    const control = screen.getByLabelText('Mail *');
    await user.type(control, 'ada@example.com');
    const rest = record.takeServerErrors({
      errors: { 'people.mail': ['Mail is taken'], version: ['Too old'] },
    });
    expect(rest).toEqual({ version: ['Too old'] });
    await waitFor(() => expect(control).toHaveAccessibleDescription('Mail is taken'));
    await user.type(control, 'x');
    expect(control).not.toHaveAttribute('aria-invalid');
  });
});
