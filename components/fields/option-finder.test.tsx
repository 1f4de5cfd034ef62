import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FieldEditor } from './FieldEditor.tsx';

const COUNTRIES = ['Österreich', 'France', 'Finland', 'Germany', 'São Tomé'];

function field(type: 'select' | 'multi-select', count: number): FieldDefinition {
  const options = Array.from({ length: count }, (_, at) => ({
    id: `o${at}`,
    label: COUNTRIES[at] ?? `Country ${at}`,
  }));
  return { id: 'land', name: 'land', label: 'Land', type, options };
}

beforeAll(() => import('./OptionCombobox.tsx'));

let value: unknown;

function Editing({ field: definition, initial }: { field: FieldDefinition; initial?: unknown }) {
  const [current, setCurrent] = useState(initial);
  value = current;
  return <FieldEditor field={definition} value={current} onChange={setCurrent} />;
}

/** The combobox is loaded on demand. */
const show = (editor: ReactElement) => act(async () => void renderWithMessages(editor));

const box = () => screen.getByRole('combobox', { name: 'Land' });
const options = () => screen.queryAllByRole('option').map((one) => one.textContent);

describe('one of many options', () => {
  test('is found by typing, without minding case and accents, and chosen by keys', async () => {
    const user = userEvent.setup();
    await show(<Editing field={field('select', 40)} />);
    await user.click(box());
    expect(box()).toHaveAttribute('aria-expanded', 'true');
    expect(options()).toHaveLength(40);
    await user.type(box(), 'OST');
    expect(options()).toEqual(['Österreich']);
    expect(screen.getByRole('status')).toHaveTextContent('1 option');
    await user.keyboard('{Enter}');
    expect(value).toBe('o0');
    expect(box()).toHaveValue('Österreich');
    expect(box()).toHaveAttribute('aria-expanded', 'false');
  });

  test('moves through the options with the arrow keys and exposes the active one', async () => {
    const user = userEvent.setup();
    await show(<Editing field={field('select', 40)} initial="o2" />);
    box().focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const active = box().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(active)).toHaveTextContent('Germany');
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    expect(value).toBe('o1');
    await user.keyboard('{ArrowDown}{Escape}');
    expect(box()).toHaveAttribute('aria-expanded', 'false');
    expect(value).toBe('o1');
  });

  test('has no value after the text is cleared, and resets the text on blur when no option matches', async () => {
    const user = userEvent.setup();
    await show(<Editing field={field('select', 40)} initial="o1" />);
    await user.clear(box());
    expect(value).toBeUndefined();
    await user.type(box(), 'nowhere');
    expect(screen.getByRole('status')).toHaveTextContent('Nothing found');
    await user.tab();
    expect(box()).toHaveValue('');
    expect(value).toBeUndefined();
  });

  test('of a thousand shows a part, and says how many more there are', async () => {
    const user = userEvent.setup();
    await show(<Editing field={field('select', 1000)} />);
    await user.click(box());
    expect(options()).toHaveLength(100);
    expect(screen.getByText('900 more: type to find them')).toBeVisible();
    await user.type(box(), 'country 999');
    expect(options()).toEqual(['Country 999']);
  });

  test('that was removed from the form is still shown', async () => {
    await show(<Editing field={field('select', 40)} initial="old" />);
    expect(box()).toHaveValue('A deleted option');
  });
});

describe('several of many options', () => {
  test('are added and removed, and stay in the order of the options', async () => {
    const user = userEvent.setup();
    await show(<Editing field={field('multi-select', 40)} />);
    await user.type(box(), 'fin{Enter}');
    await user.type(box(), 'fra{Enter}');
    expect(value).toEqual(['o1', 'o2']);
    await user.click(screen.getByRole('button', { name: 'Remove France' }));
    expect(value).toEqual(['o2']);
    expect(box()).toHaveFocus();
    await user.keyboard('{Backspace}');
    expect(value).toBeUndefined();
  });
});
