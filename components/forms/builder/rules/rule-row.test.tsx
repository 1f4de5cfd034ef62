import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { InputFormatContext } from '#components/fields/input-format.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { RuleRow } from './RuleRow.tsx';

let stored: Rule;
let change: (rule: Rule) => void;

function Row({
  type,
  rule,
  writtenIn,
}: {
  type: FieldDefinition['type'];
  rule: Rule;
  writtenIn: InputFormat;
}) {
  const [now, setNow] = useState(rule);
  stored = now;
  change = setNow;
  return (
    <InputFormatContext value={writtenIn}>
      <RuleRow
        field={{ id: 'f', name: 'f', label: 'F', type }}
        rule={now}
        at={0}
        problem={undefined}
        onChange={setNow}
        onRemove={() => undefined}
      />
    </InputFormatContext>
  );
}

const show = (type: FieldDefinition['type'], rule: Rule, writtenIn: InputFormat) =>
  renderWithMessages(<Row type={type} rule={rule} writtenIn={writtenIn} />);

function type(text: string): HTMLElement {
  const [control] = screen.getAllByRole('textbox');
  if (!control) throw new Error('There is no control');
  fireEvent.change(control, { target: { value: text } });
  return control;
}

describe('the number of a rule', () => {
  it.each([
    ['de', '1.500', 1500],
    ['de', '1,5', 1.5],
    ['en', '1,500', 1500],
    ['en', '1.500', 1.5],
  ])('is read as a form in %s reads %s', (locale, text, number) => {
    show('number', { rule: 'max', value: 100 }, { locale });
    expect(type(text)).toHaveValue(text);
    expect(stored.value).toBe(number);
  });

  it.each(['min', 'equal', 'max_length'] as const)('is read the same for %s, and shown back', (rule) => {
    show(rule === 'max_length' ? 'text' : 'number', { rule, value: 1 }, { locale: 'de' });
    type('1.500');
    expect(stored.value).toBe(1500);
    expect(screen.getByRole('status')).toHaveTextContent('1500');
  });

  it('offers both values when a number is ambiguous, and takes the one that is clicked', async () => {
    show('number', { rule: 'min', value: 1 }, { locale: 'fr' });
    expect(type('1.500')).toHaveAttribute('aria-invalid', 'true');
    expect(stored.value).toBe('1.500');
    await userEvent.click(screen.getByRole('button', { name: '1500' }));
    expect(stored.value).toBe(1500);
  });

  it('is refused with a sentence where it has too many digits', () => {
    show('number', { rule: 'max', value: 1 }, { locale: 'en' });
    expect(type('12345678901234567')).toHaveAccessibleDescription(/more digits than can be kept/);
    expect(stored.value).toBe('12345678901234567');
  });

  it.each([
    ['number', 'min', '1.500'],
    ['text', 'max_length', '12 or so'],
    ['file', 'max_bytes', '1.500'],
  ] as const)('stays as it was typed when another field was chosen meanwhile (%s %s)', (kind, rule, text) => {
    const { unmount } = show(kind, { rule, value: 1 }, { locale: 'fr' });
    type(text);
    unmount();
    show(kind, stored, { locale: 'fr' });
    const [control] = screen.getAllByRole('textbox');
    expect(control).toHaveValue(text);
    const field = { name: 'f', label: 'F', type: kind, rules: [stored] };
    expect(readFields([field]).ok).toBe(false);
  });

  it('shows another value that comes from elsewhere', () => {
    show('number', { rule: 'max', value: 1 }, { locale: 'de' });
    const control = type('unlikely');
    expect(control).toHaveValue('unlikely');
    act(() => change({ rule: 'max', value: 2.5 }));
    expect(control).toHaveValue('2,5');
  });

  it('may be a part of a megabyte', () => {
    show('file', { rule: 'max_bytes', value: 1024 * 1024 }, { locale: 'de' });
    expect(type('0,3')).toHaveValue('0,3');
    expect(stored.value).toBe(314_573);
    type('1.500');
    expect(stored.value).toBe(1500 * 1024 * 1024);
  });
});

describe('the moment of a rule', () => {
  const BERLIN = { locale: 'de', timeZone: 'Europe/Berlin' };
  const control = () => screen.getByLabelText(/^At least/);

  it.each(['2026-07-01T07:30:00Z', '2026-07-01T09:30:00+02:00', '2026-07-01T02:30:00-05:00'])(
    'is shown by the clocks of the form: %s',
    (value) => {
      show('datetime', { rule: 'min', value }, BERLIN);
      expect(control()).toHaveValue('2026-07-01T09:30');
      expect(screen.getByText(/Europe\/Berlin/)).toBeInTheDocument();
    },
  );

  it('is stored as the moment at which those clocks show it', () => {
    show('datetime', { rule: 'min', value: '2026-01-01T00:00:00Z' }, BERLIN);
    fireEvent.change(control(), { target: { value: '2026-07-01T09:30' } });
    expect(Date.parse(String(stored.value))).toBe(Date.parse('2026-07-01T07:30:00Z'));
    expect(control()).toHaveValue('2026-07-01T09:30');
  });

  it('offers both times when a local time occurs twice', async () => {
    show('datetime', { rule: 'min', value: '2026-01-01T00:00:00Z' }, BERLIN);
    fireEvent.change(control(), { target: { value: '2026-10-25T02:30' } });
    expect(control()).toHaveAttribute('aria-invalid', 'true');
    expect(stored.value).toBe('2026-10-25T02:30');
    const [first] = screen.getAllByRole('button', { name: /02:30/ });
    if (first) await userEvent.click(first);
    expect(Date.parse(String(stored.value))).toBe(Date.parse('2026-10-25T02:30:00+02:00'));
  });
});
