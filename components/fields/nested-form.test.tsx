import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FieldList } from './FieldList.tsx';
import type { FormRecord, RecordOptions } from './form-record.ts';
import { useRecord } from './use-record.ts';

beforeAll(() => Promise.all([import('./NestedForm.tsx'), import('./NumberEditor.tsx')]));

let record: FormRecord;

function Filling({ fields, options }: { fields: FieldDefinition[]; options?: Partial<RecordOptions> }) {
  const own = useRecord(fields, { formatProblem: englishProblem, ...options });
  record = own;
  return <FieldList record={own} />;
}

async function fill(input: readonly object[], options?: Partial<RecordOptions>): Promise<FieldDefinition[]> {
  const read = readFields(input);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  // Nested forms are loaded on demand.
  await act(async () => void renderWithMessages(<Filling fields={read.fields} options={options} />));
  return read.fields;
}

const PEOPLE = {
  name: 'people',
  label: 'Person',
  type: 'form',
  multiple: true,
  rules: [
    { rule: 'min_count', value: 2 },
    { rule: 'max_count', value: 3 },
  ],
  fields: [
    { name: 'name', label: 'Name', type: 'text' },
    {
      name: 'pets',
      label: 'Pet',
      type: 'form',
      multiple: true,
      required: false,
      fields: [{ name: 'kind', label: 'Kind', type: 'text' }],
    },
  ],
};

const names = () => screen.getAllByRole('textbox', { name: 'Name' });
const status = () =>
  screen
    .getAllByRole('status')
    .map((one) => one.textContent)
    .join('');

describe('a repeated form', () => {
  test('begins with as many records as it asks for, and takes no more than it may', async () => {
    const user = userEvent.setup();
    await fill([PEOPLE]);
    expect(names()).toHaveLength(2);
    const add = screen.getByRole('button', { name: 'Add another: Person' });
    await user.click(add);
    expect(names()[2]).toHaveFocus();
    expect(status()).toBe('Person 3 is added.');
    expect(add).toHaveAttribute('aria-disabled', 'true');
    await user.click(add);
    expect(names()).toHaveLength(3);
  });

  test('is put in order by keys alone; the focus stays with what was moved', async () => {
    const user = userEvent.setup();
    await fill([PEOPLE], { initial: { people: [{ name: 'Ada' }, { name: 'Bob' }, { name: 'Cy' }] } });
    screen.getByRole('button', { name: 'Move Person 1 down' }).focus();
    await user.keyboard('{Enter}');
    expect(status()).toBe('Person is now in place 2 of 3.');
    expect(screen.getByRole('button', { name: 'Move Person 2 down' })).toHaveFocus();
    await user.keyboard(' ');
    expect(names().map((one) => (one as HTMLInputElement).value)).toEqual(['Bob', 'Cy', 'Ada']);
    expect(names().map((one) => one.getAttribute('name'))).toEqual([
      'people[0].name',
      'people[1].name',
      'people[2].name',
    ]);
    expect(screen.getByRole('button', { name: 'Move Person 3 down' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(record.values().people).toMatchObject([{ name: 'Bob' }, { name: 'Cy' }, { name: 'Ada' }]);
  });

  test('loses only what is removed, and says when too few are left', async () => {
    const user = userEvent.setup();
    await fill([PEOPLE], { initial: { people: [{ name: 'Ada' }, { name: 'Bob' }] } });
    await user.click(screen.getByRole('button', { name: 'Remove Person 1' }));
    expect(names()[0]).toHaveValue('Bob');
    expect(status()).toBe('Person 1 is removed. 1 is left.');
    expect(screen.getByRole('button', { name: 'Remove Person 1' })).toHaveFocus();
    expect(screen.getByRole('group', { name: 'Person, required' })).toHaveAccessibleDescription(
      'Person must have between 2 and 3 entries',
    );
    await user.click(screen.getByRole('button', { name: 'Add another: Person' }));
    expect(screen.queryByText(/must have between/)).toBeNull();
  });

  test('moves a problem along with its record when the records are reordered', async () => {
    const user = userEvent.setup();
    await fill([PEOPLE], { initial: { people: [{ name: 'Ada' }, { name: ' ' }] } });
    act(() => void record.check());
    expect(names()[1]).toHaveAccessibleDescription(
      expect.stringMatching(/^Name cannot be a blank character/),
    );
    await user.click(screen.getByRole('button', { name: 'Move Person 2 up' }));
    expect(names()[0]).toHaveAccessibleDescription(
      expect.stringMatching(/^Name cannot be a blank character/),
    );
    expect(names()[1]).not.toHaveAttribute('aria-invalid');
    expect(record.problems().map(({ path }) => path)).toEqual(['people[0].name']);
  });

  test('may hold another one', async () => {
    const user = userEvent.setup();
    await fill([PEOPLE]);
    const second = screen.getByRole('group', { name: 'Person 2' });
    await user.click(within(second).getByRole('button', { name: 'Add: Pet' }));
    await user.keyboard('Cat');
    expect(record.values()).toMatchObject({ people: [{}, { pets: [{ kind: 'Cat' }] }] });
    expect(within(second).getByRole('textbox', { name: 'Kind' })).toHaveAttribute(
      'name',
      'people[1].pets[0].kind',
    );
  });
});

describe('fields that depend on other fields', () => {
  const LOGIC = [
    { id: 'kind', name: 'kind', label: 'Kind', type: 'text' },
    {
      name: 'firm',
      label: 'Firm',
      type: 'text',
      visible_if: { field: 'kind', op: 'equals', value: 'firm' },
    },
    {
      name: 'vat',
      label: 'Vat',
      type: 'text',
      required: false,
      required_if: { field: 'kind', op: 'equals', value: 'firm' },
    },
    {
      name: 'lines',
      label: 'Line',
      type: 'form',
      multiple: true,
      fields: [
        { id: 'price', name: 'price', label: 'Price', type: 'number' },
        {
          name: 'note',
          label: 'Note',
          type: 'text',
          visible_if: { field: 'kind', op: 'equals', value: 'firm' },
        },
      ],
    },
    { name: 'total', label: 'Total', type: 'number', formula: 'sum({lines.price})' },
  ];

  test('are shown, required and computed on each keystroke, also in records', async () => {
    const user = userEvent.setup();
    await fill(LOGIC);
    expect(screen.queryByLabelText(/Firm/)).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Kind' }), 'firm');
    expect(screen.getByRole('textbox', { name: 'Firm' })).toBeRequired();
    expect(screen.getByRole('textbox', { name: 'Note' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Vat/ })).toBeRequired();
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '1.5');
    await user.click(screen.getByRole('button', { name: 'Add another: Line' }));
    await user.keyboard('2');
    expect(await screen.findByText('3.5')).toBeVisible();
  });

  test('keep their value while they are hidden, and leave it out of the submission', async () => {
    const user = userEvent.setup();
    await fill(LOGIC.slice(0, 2));
    const kind = screen.getByRole('textbox', { name: 'Kind' });
    await user.type(kind, 'firm');
    await user.type(screen.getByRole('textbox', { name: 'Firm' }), 'Acme');
    await user.type(kind, 's');
    expect(record.check()).toEqual({ ok: true, values: { kind: 'firms' } });
    await user.type(kind, '{Backspace}');
    expect(screen.getByRole('textbox', { name: 'Firm' })).toHaveValue('Acme');
  });
});
