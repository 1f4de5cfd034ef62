import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FieldEditor } from './FieldEditor.tsx';
import { FieldList } from './FieldList.tsx';
import { focusField } from './field-ids.ts';
import type { FormRecord } from './form-record.ts';
import { useRecord } from './use-record.ts';

beforeAll(() => Promise.all([import('./ChoiceEditor.tsx'), import('./OptionCombobox.tsx')]));

const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `o${at + 1}`, label: `Option ${at + 1}` }));

const choice = (attributes: Partial<FieldDefinition>): FieldDefinition => ({
  id: 'f_pick',
  name: 'pick',
  label: 'Pick',
  type: 'select',
  options: options(3),
  ...attributes,
});

let record: FormRecord;

function Filling({ fields }: { fields: readonly FieldDefinition[] }) {
  record = useRecord(fields, { formatProblem: englishProblem });
  return <FieldList record={record} />;
}

async function fill(attributes: Partial<FieldDefinition>) {
  const fields = [choice(attributes)];
  await act(async () => void renderWithMessages(<Filling fields={fields} />));
  return userEvent.setup({ delay: null });
}

describe('one choice in a form', () => {
  test('of up to seven options is a group of radio buttons with its label', async () => {
    const user = await fill({ options: options(7) });
    const group = screen.getByRole('radiogroup', { name: /^Pick/ });
    expect(group).toHaveAttribute('aria-required', 'true');
    expect(screen.getAllByRole('radio')).toHaveLength(7);
    await user.click(screen.getByLabelText('Option 5'));
    expect(record.values()).toEqual({ pick: 'o5' });
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('is marked as wrong as a group, and the link to it leads to its first radio button', async () => {
    await fill({});
    await act(async () => void record.check());
    expect(screen.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true');
    expect(focusField('field-pick')).toBe(true);
    expect(screen.getByLabelText('Option 1')).toHaveFocus();
  });

  test('can be taken back where it is optional, and keeps the focus in the group', async () => {
    const user = await fill({ required: false });
    await user.click(screen.getByLabelText('Option 2'));
    await user.click(screen.getByRole('button', { name: 'Clear choice: Pick' }));
    expect(record.values()).toEqual({});
    expect(screen.getByLabelText('Option 1')).toHaveFocus();
  });

  test('takes a text of one’s own where the definition allows it, and drops it for an option', async () => {
    const user = await fill({ allow_other: true });
    await user.click(screen.getByLabelText('Other…'));
    await user.type(screen.getByLabelText('Pick: Other…'), 'Something');
    expect(record.check()).toEqual({ ok: true, values: { pick: 'Something' } });
    await user.click(screen.getByLabelText('Option 1'));
    expect(record.values()).toEqual({ pick: 'o1' });
    expect(screen.getByLabelText('Other…')).not.toBeChecked();
  });

  test.each([8, 9, 12])('of %d options is a list', async (count) => {
    await fill({ options: options(count) });
    expect(screen.getByLabelText(/^Pick/)).toBeInstanceOf(HTMLSelectElement);
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('of thirteen options is found by typing, with a text of one’s own beside it', async () => {
    const user = await fill({ options: options(13), allow_other: true });
    expect(screen.getByRole('combobox')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Pick: Other…'), 'Mine');
    expect(record.check()).toEqual({ ok: true, values: { pick: 'Mine' } });
    expect(screen.getByRole('combobox')).toHaveValue('');
  });

  test('stays a list where a single value is edited beside others', async () => {
    renderWithMessages(
      <FieldEditor isBare field={choice({})} value={undefined} onChange={() => undefined} />,
    );
    expect(await screen.findByLabelText(/^Pick/)).toBeInstanceOf(HTMLSelectElement);
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

describe.each(['checkboxes', 'multi-select'] as const)('several choices (%s) in a form', (type) => {
  test('are boxes up to seven options, with a text of one’s own', async () => {
    const user = await fill({ type, options: options(7), allow_other: true });
    await user.click(screen.getByLabelText('Option 2'));
    await user.click(screen.getByLabelText('Other…'));
    await user.type(screen.getByLabelText('Pick: Other…'), 'More');
    expect(record.check()).toEqual({ ok: true, values: { pick: ['o2', 'More'] } });
    await user.click(screen.getByLabelText('Other…'));
    expect(record.values()).toEqual({ pick: ['o2'] });
  });

  test('of eight are found by typing', async () => {
    await fill({ type, options: options(8) });
    expect(screen.getByRole('combobox')).toBeInTheDocument();
  });
});

test('the page without a script has radio buttons and the text of one’s own under the same name', () => {
  const html = renderToString(<Filling fields={[choice({ allow_other: true })]} />);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const names = [...page.querySelectorAll('input')].map(({ type, name, value }) => [type, name, value]);
  expect(names).toEqual([
    ['radio', 'pick', 'o1'],
    ['radio', 'pick', 'o2'],
    ['radio', 'pick', 'o3'],
    ['radio', 'pick', ''],
    ['text', 'pick', ''],
  ]);
});
