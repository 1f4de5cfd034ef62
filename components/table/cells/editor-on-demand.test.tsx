import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { WireColumn } from '#lib/contract/table.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';

let code = Promise.withResolvers<void>();

// Modules are shared by files: the late one is for this file alone.
vi.resetModules();
vi.doMock('./CellEditor.tsx', async () => {
  const original = await vi.importActual<typeof import('./CellEditor.tsx')>('./CellEditor.tsx');
  return {
    ...original,
    loadEditorOf: async (...column: Parameters<typeof original.loadEditorOf>) => {
      await code.promise;
      await original.loadEditorOf(...column);
    },
  };
});
const { EditorOnDemand } = await import('./EditorOnDemand.tsx');
const { valueOfText } = await import('./parse-cell.ts');
const { setPhoneData } = await import('#lib/fields/phone-number.ts');
const { WORLD_PHONE_DATA } = await import('#lib/fields/phone-data.ts');
afterAll(() => {
  vi.doUnmock('./CellEditor.tsx');
  vi.resetModules();
});
beforeEach(() => {
  code = Promise.withResolvers<void>();
});

const OPTIONS = Array.from({ length: 13 }, (_, at) => ({ id: `o${at}`, label: `Option ${at}` }));
type Read = Parameters<typeof EditorOnDemand>[0]['read'];
const CONTEXT = { locale: 'en', people: new Map(), restricted: 'Restricted' };

const readNow: Read = (column, text) => valueOfText(column, text, { writtenIn: {}, people: new Map() });

function edit(
  wire: WireColumn,
  { value, seed, read = readNow }: { value?: unknown; seed?: string; read?: Read } = {},
) {
  const [column] = shownColumns([wire]);
  if (!column) throw new Error('The column is not shown');
  const done = vi.fn();
  renderWithMessages(
    <EditorOnDemand
      column={column}
      row={buildRow()}
      value={value}
      seed={seed}
      people={new Map()}
      read={read}
      context={CONTEXT}
      onDone={done}
      onCancel={() => undefined}
    />,
  );
  return done;
}

/** Lets the code of the editor come. */
const release = () =>
  act(async () => {
    code.resolve();
    await new Promise((later) => setTimeout(later, 50));
  });

test.each<[string, WireColumn, string, string, unknown]>([
  ['a decimal number', buildColumn('number', 'price'), '12.', '50', 12.5],
  ['a small number', buildColumn('percent', 'small'), '0.', '05', 0.05],
  ['a duration', buildColumn('duration', 'time'), '1:', '30:00', 5400],
  ['an option', { ...buildColumn('select', 'state'), options: OPTIONS }, 'Option', ' 1', 'o1'],
  ['a day', buildColumn('date', 'due'), '2026-', '03-01', '2026-03-01'],
])(
  'stores %s as it was typed, also where the code comes in between',
  async (_, column, first, rest, value) => {
    const user = userEvent.setup();
    const done = edit(column, { seed: first.slice(0, 1) });
    await user.keyboard(first.slice(1));
    await release();
    await user.keyboard(`${rest}{Enter}`);
    expect(done).toHaveBeenCalledExactlyOnceWith(value, 'Enter', false);
  },
);

const STATES = ['Open', 'Done', 'Dropped'].map((label, at) => ({ id: `s${at}`, label }));
let others = 20;
/** A column of a kind of its own, whose editor was not loaded for another test. */
function states(type: 'select' | 'multi-select', name: string) {
  others += 1;
  const more = Array.from({ length: others }, (_, at) => ({ id: `m${at}`, label: `More ${at}` }));
  return { ...buildColumn(type, name), options: [...STATES, ...more] };
}

test.each([
  ['select', undefined, 's2'],
  ['multi-select', ['s0'], ['s0', 's2']],
] as const)(
  'offers the options of a %s that what was typed before finds, and loses no key',
  async (type, value, stored) => {
    const user = userEvent.setup();
    const done = edit(states(type, `offered ${type}`), { value, seed: 'd' });
    await user.keyboard('r');
    expect(screen.queryByRole('option')).toBeNull();
    await release();
    expect(screen.getByRole('combobox')).toHaveFocus();
    expect(screen.getByRole('combobox')).toHaveValue('dr');
    expect(screen.getByRole('option', { name: 'Dropped' })).toBeVisible();
    await user.keyboard(type === 'select' ? 'op{Enter}' : 'op{Tab}');
    expect(done).toHaveBeenCalledExactlyOnceWith(stored, type === 'select' ? 'Enter' : 'Tab', false);
  },
);

test.each([
  ['select', 's0', 'd', 'r', 's2'],
  ['multi-select', ['s0'], 'd', 'r; don', ['s0', 's2', 's1']],
  ['select', 's0', undefined, '{Backspace}{Backspace}{Backspace}{Backspace}dr', 's2'],
  ['select', 's0', 'x', 'yz', 'xyz'],
] as const)(
  'stores what a %s with %j finds by %s%s, though its editor comes only after it was left',
  async (type, value, seed, keys, stored) => {
    const user = userEvent.setup();
    const done = edit(states(type, `left ${type}`), { value, ...(seed && { seed }) });
    await user.keyboard(`${keys}{Enter}`);
    expect(done).toHaveBeenCalledExactlyOnceWith(
      `${seed ?? ''}${keys}`.replaceAll('{Backspace}', ''),
      'Enter',
      false,
      expect.any(Promise),
    );
    expect(await done.mock.calls[0]?.[3]).toEqual(stored);
  },
);

test('leaves a composition in the field that it began in', async () => {
  edit(states('select', 'composed'), { seed: '' });
  const field = screen.getByRole('textbox', { name: 'composed' });
  fireEvent.compositionStart(field);
  await release();
  expect(field).toBeInTheDocument();
  fireEvent.compositionEnd(field);
  expect(screen.getByRole('combobox', { name: 'composed' })).toHaveFocus();
});

test('leaves the caret of a plain field where it was put', async () => {
  const user = userEvent.setup();
  const done = edit(buildColumn('currency', 'count'), { value: 7 });
  await user.keyboard('{ArrowLeft}4');
  await release();
  await user.keyboard('5{Enter}');
  expect(done).toHaveBeenCalledExactlyOnceWith(457, 'Enter', false);
});

test('shows the editor once its code is there, where nothing was typed', async () => {
  edit({ ...buildColumn('select', 'state'), options: OPTIONS.slice(0, 3) }, { value: 'o1' });
  expect(screen.getByRole('textbox', { name: 'state' })).toHaveValue('Option 1');
  await release();
  expect(await screen.findByRole('combobox', { name: 'state' })).toHaveFocus();
});

test('stores the value as it was where what was typed is what stood there', async () => {
  const user = userEvent.setup();
  const options = [{ id: 'both', label: 'Red; blue' }, ...OPTIONS.slice(0, 5)];
  const done = edit({ ...buildColumn('multi-select', 'colors'), options }, { value: ['both'] });
  await user.keyboard('x{Backspace}{Enter}');
  expect(done).toHaveBeenCalledExactlyOnceWith(['both'], 'Enter', false);
});

test.each([
  ['before the data of numbers is there', null],
  ['with the data of numbers', WORLD_PHONE_DATA],
])('sends a phone number as it was typed, %s', async (_, data) => {
  const user = userEvent.setup();
  const done = edit(buildColumn('phone', 'phone'));
  setPhoneData(data);
  await user.keyboard('044 668 18 00{Enter}');
  expect(done).toHaveBeenCalledExactlyOnceWith('044 668 18 00', 'Enter', false);
});

test('takes what an input method commits, also without an input event after it', async () => {
  const done = edit(buildColumn('text', 'name'));
  const field = screen.getByRole('textbox', { name: 'name' });
  fireEvent.compositionStart(field);
  await release();
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setValue?.call(field, '日本');
  fireEvent.compositionEnd(field);
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'name' }), { key: 'Enter' });
  expect(done).toHaveBeenCalledExactlyOnceWith('日本', 'Enter', false);
});

test('loses no key after a column got another type, whose editor is not there yet', async () => {
  const user = userEvent.setup();
  edit(buildColumn('email', 'changed'));
  await release();
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'changed' })).toHaveAttribute('type', 'email'),
  );
  cleanup();
  code = Promise.withResolvers<void>();
  const options = [...OPTIONS, ...OPTIONS.map(({ id, label }) => ({ id: `${id}b`, label: `${label}b` }))];
  const done = edit({ ...buildColumn('multi-select', 'changed'), options }, { seed: 'O' });
  await user.keyboard('ption 1b; Option 2{Enter}');
  expect(done).toHaveBeenCalledOnce();
  expect(await done.mock.calls[0]?.[3]).toEqual(['o1b', 'o2']);
});

test('promises the value of what was typed before the code that reads it is there, and says its text', async () => {
  const user = userEvent.setup();
  const later = Promise.withResolvers<void>();
  const done = edit(buildColumn('rating', 'stars'), {
    read: (column, text) => later.promise.then(() => readNow(column, text)),
  });
  await user.keyboard('4{Enter}');
  expect(done).toHaveBeenCalledExactlyOnceWith('4', 'Enter', false, expect.any(Promise));
  later.resolve();
  expect(await done.mock.calls[0]?.[3]).toBe(4);
});

test.each<[string, WireColumn, string, unknown]>([
  ['a day', buildColumn('date', 'on'), '2026-05-04', '2026-05-04'],
  ['a time', buildColumn('time', 'at'), '09:30', '09:30'],
  ['a duration', buildColumn('duration', 'took'), '1:30:00', 5400],
  ['texts', { ...buildColumn('text', 'words'), multiple: true }, 'a; b', ['a', 'b']],
  ['a date that is none', buildColumn('date', 'never'), '2026-13-04', '2026-13-04'],
])(
  'reads %s that is typed over a value as it stands, also where its editor is there',
  async (_, column, text, value) => {
    const user = userEvent.setup();
    edit(column);
    await release();
    cleanup();
    const done = edit(column, { seed: text.slice(0, 1) });
    await user.keyboard(`${text.slice(1)}{Enter}`);
    expect(done).toHaveBeenCalledExactlyOnceWith(value, 'Enter', false);
  },
);
