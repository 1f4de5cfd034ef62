import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { CellEditor, loadEditorOf } from './CellEditor.tsx';

const OPTIONS = Array.from({ length: 14 }, (_, at) => ({ id: `o${at}`, label: `Option ${at}` }));

async function edit(
  wire: WireColumn,
  value: unknown,
  seed?: string,
  onDone = () => {},
  onCancel = () => {},
): Promise<void> {
  const [column] = shownColumns([wire]);
  if (!column) throw new Error('The column is not shown');
  await loadEditorOf(column);
  await act(
    async () =>
      void renderWithMessages(
        <PhoneCountryContext value="CH">
          <CellEditor
            column={column}
            row={buildRow()}
            value={value}
            seed={seed}
            people={new Map()}
            onDone={onDone}
            onCancel={onCancel}
          />
        </PhoneCountryContext>,
      ),
  );
}

beforeEach(() => {
  document.body.focus();
});

test.each([
  ['what is there', 'Two\nlines', undefined, 9],
  ['the character that opened it', 'Two\nlines', 'x', 1],
])('puts the caret of a long text after %s', async (_, value, seed, caret) => {
  await edit(buildColumn('textarea', 'notes'), value, seed);
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'notes' });
  expect(area).toHaveFocus();
  expect([area.selectionStart, area.selectionEnd]).toEqual([caret, caret]);
});

test.each([
  ['multi-select', ['o2', 'o3']],
  ['select', 'o2'],
] as const)('focuses the text field of a %s of many options that has a value', async (type, value) => {
  await edit({ ...buildColumn(type, 'tags'), options: OPTIONS }, value);
  expect(await screen.findByRole('combobox', { name: 'tags' })).toHaveFocus();
});

test('focuses the number of a phone, not its country', async () => {
  await edit(buildColumn('phone', 'phone'), '+41446681800');
  expect(await screen.findByRole('textbox', { name: 'phone' })).toHaveFocus();
});

test.each([
  ['of the usual country as it was typed', 'CH', '044 / 668-18-01', '044 / 668-18-01'],
  ['of a chosen country with its calling code', 'DE', '030 123456', '+49 30 123456'],
])('sends a phone number %s', async (_, country, text, sent) => {
  const onDone = vi.fn();
  await edit(buildColumn('phone', 'phone'), undefined, undefined, onDone);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: country } });
  const number = await screen.findByRole('textbox', { name: 'phone' });
  fireEvent.change(number, { target: { value: text } });
  fireEvent.keyDown(number, { key: 'Enter' });
  expect(onDone).toHaveBeenCalledExactlyOnceWith(sent, 'Enter', false);
});

test('stays in a date of which a part is typed, and says so', async () => {
  const onDone = vi.fn();
  await edit(buildColumn('datetime', 'at'), undefined, undefined, onDone);
  const input = screen.getByLabelText<HTMLInputElement>('at');
  const report = vi.spyOn(input, 'reportValidity').mockReturnValue(false);
  const validity = vi.spyOn(input, 'validity', 'get');
  validity.mockReturnValue({ ...input.validity, badInput: true });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(report).toHaveBeenCalled();
  expect(onDone).not.toHaveBeenCalled();
  validity.mockRestore();
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onDone).toHaveBeenCalled();
});

test('stores that a date is unfinished when its cell is left by the pointer, so that it is refused and not lost', async () => {
  const onDone = vi.fn();
  await edit(buildColumn('date', 'on'), undefined, undefined, onDone);
  const input = screen.getByLabelText<HTMLInputElement>('on');
  vi.spyOn(input, 'validity', 'get').mockReturnValue({ ...input.validity, badInput: true });
  fireEvent.blur(input);
  expect(onDone).toHaveBeenCalledExactlyOnceWith('…', null, false);
});

const STATES = ['Open', 'Done', 'Dropped'].map((label, at) => ({ id: `s${at}`, label }));

test.each([
  ['select', 's0', 'D', 'one{Enter}', 's1', 'Enter'],
  ['select', 's0', 'd', 'r{Tab}', 's2', 'Tab'],
  ['select', 's0', 'x', '{Enter}', 's0', 'Enter'],
  ['select', 's0', undefined, '{ArrowDown}{Enter}', 's1', 'Enter'],
  ['select', undefined, undefined, '{Enter}', undefined, 'Enter'],
  ['multi-select', ['s0'], 'd', 'one{Enter}{Enter}', ['s0', 's1'], 'Enter'],
  ['multi-select', ['s0'], undefined, '{Enter}', ['s0'], 'Enter'],
  ['multi-select', undefined, undefined, 'dr{Tab}', ['s2'], 'Tab'],
] as const)(
  'finds an option of a %s with %j by the keys %s%s',
  async (type, value, seed, keys, stored, key) => {
    const user = userEvent.setup();
    const onDone = vi.fn();
    await edit({ ...buildColumn(type, 'state'), options: STATES }, value, seed, onDone);
    expect(screen.getByRole('listbox')).toBeVisible();
    await user.keyboard(keys);
    expect(onDone).toHaveBeenCalledExactlyOnceWith(stored, key, false);
  },
);

test.each([
  ['select', 's0', 'd', 's1'],
  ['select', 's0', 'x', 's0'],
  ['multi-select', ['s2'], 'd', ['s1', 's2']],
] as const)(
  'stores the option of a %s with %j that was found by %s when it is left by the pointer',
  async (type, value, seed, stored) => {
    const onDone = vi.fn();
    await edit({ ...buildColumn(type, 'state'), options: STATES }, value, seed, onDone);
    fireEvent.blur(screen.getByRole('combobox'));
    expect(onDone).toHaveBeenCalledExactlyOnceWith(stored, null, false);
  },
);

test.each(['select', 'multi-select'] as const)(
  'leaves a %s as it was by one Escape, with its list open',
  async (type) => {
    const [onDone, onCancel] = [vi.fn(), vi.fn()];
    await edit({ ...buildColumn(type, 'state'), options: STATES }, undefined, 'd', onDone, onCancel);
    await userEvent.keyboard('{ArrowDown}{Escape}');
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onDone).not.toHaveBeenCalled();
  },
);

test.each([
  ['while', { isComposing: true }],
  ['as the end of', { keyCode: 229 }],
])('leaves an Enter to an input method that sends it %s a composition', async (_, event) => {
  const onDone = vi.fn();
  await edit({ ...buildColumn('select', 'state'), options: STATES }, 's0', 'd', onDone);
  const field = screen.getByRole('combobox');
  fireEvent.keyDown(field, { key: 'Enter', ...event });
  expect(onDone).not.toHaveBeenCalled();
  expect(screen.getByRole('listbox')).toBeVisible();
  expect(field).toHaveValue('d');
});

test('prefers the option that a text is to those that begin with it', async () => {
  const user = userEvent.setup();
  const onDone = vi.fn();
  const options = ['Option 10', 'Option 1'].map((label) => ({ id: label, label }));
  await edit({ ...buildColumn('select', 'state'), options }, undefined, 'O', onDone);
  await user.keyboard('ption 1{Enter}');
  expect(onDone).toHaveBeenCalledExactlyOnceWith('Option 1', 'Enter', false);
});

test('leaves boxes as they are that a character opens', async () => {
  const onDone = vi.fn();
  await edit(
    { ...buildColumn('checkboxes', 'done'), options: [{ id: 'y', label: 'Yes' }] },
    ['y'],
    'x',
    onDone,
  );
  const box = await screen.findByRole('checkbox', { name: 'Yes' });
  expect(box).toBeChecked();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onDone).toHaveBeenCalledExactlyOnceWith(['y'], 'Enter', false);
});
