import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createIntl } from 'react-intl';
import { describe, expect, test, vi } from 'vitest';
import { WRITER_COLORS } from '#lib/documents/protocol.ts';
import { AVATAR_COLORS } from '#styles/tokens.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { Badge } from './Badge.tsx';
import { Button } from './Button.tsx';
import { byteSize } from './ByteSize.tsx';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { SelectField, TextField } from './Field.tsx';
import { Menu } from './Menu.tsx';
import { PasswordField } from './PasswordField.tsx';
import { RelativeTime, relativeTime } from './RelativeTime.tsx';
import { colorAt, stableColor } from './stable-color.ts';

const intl = createIntl({ locale: 'en' });

describe('a field', () => {
  test('ties its label, help and message to the control', () => {
    renderWithMessages(<TextField label="Name" help="As on the door" error="Please enter Name" required />);
    const control = screen.getByLabelText('Name');
    expect(control).toHaveAccessibleDescription('Please enter Name As on the door');
    expect(control).toBeInvalid();
    expect(control).toBeRequired();
  });

  test('says when it may stay empty', () => {
    renderWithMessages(
      <SelectField label="Role">
        <option>One</option>
      </SelectField>,
    );
    expect(screen.getByRole('combobox', { name: /^Role.*Optional$/ })).toBeValid();
  });
});

test('a choice is named by its label and described by what it means', async () => {
  const onChange = vi.fn();
  const options = [
    { value: 'private', label: 'Only me', help: 'Nobody else sees it.' },
    { value: 'public', label: 'Everyone' },
  ] as const;
  renderWithMessages(
    <ChoiceGroup legend="Who" name="who" options={options} value="public" onChange={onChange} />,
  );
  expect(screen.getByRole('group', { name: 'Who' })).toBeVisible();
  const choice = screen.getByRole('radio', { name: 'Only me' });
  expect(choice).toHaveAccessibleDescription('Nobody else sees it.');
  expect(screen.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  await userEvent.click(screen.getByText('Only me'));
  expect(onChange).toHaveBeenCalledWith('private');
});

describe('a password', () => {
  function NewPassword() {
    const [value, setValue] = useState('');
    const onChange = (event: { target: { value: string } }) => setValue(event.target.value);
    return <PasswordField label="Password" required rules value={value} onChange={onChange} />;
  }

  test('can be shown and hidden', async () => {
    renderWithMessages(<NewPassword />);
    const control = screen.getByLabelText('Password');
    expect(control).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(control).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(control).toHaveAttribute('type', 'password');
  });

  test('says while it is typed which rules are met', async () => {
    renderWithMessages(<NewPassword />);
    const met = () => screen.getAllByRole('listitem').filter((rule) => rule.textContent?.includes('(done)'));
    expect(met()).toHaveLength(0);
    await userEvent.type(screen.getByLabelText('Password'), 'aB');
    expect(met().map((rule) => rule.textContent)).toEqual([
      'A small letter (a to z) (done)',
      'A capital letter (A to Z) (done)',
    ]);
    await userEvent.type(screen.getByLabelText('Password'), 'c1!defg');
    expect(met()).toHaveLength(5);
  });
});

describe('a button', () => {
  test('that is busy takes no second click, and keeps the focus', async () => {
    const act = vi.fn();
    renderWithMessages(
      <Button busy onClick={act}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect(act).not.toHaveBeenCalled();
    expect(button).toHaveFocus();
  });
});

describe('a menu', () => {
  const rename = vi.fn();
  const show = () =>
    renderWithMessages(
      <Menu
        entries={[
          { label: 'Rename', onSelect: rename },
          { separator: true },
          { label: 'Move', disabled: true },
          { label: 'Delete', danger: true },
        ]}
      >
        {(trigger) => <button {...trigger}>More</button>}
      </Menu>,
    );

  test('is walked with the keys, and gives the focus back', async () => {
    show();
    const opener = screen.getByRole('button', { name: 'More' });
    opener.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{End}{Home}m');
    expect(screen.getByRole('menuitem', { name: 'Move' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(opener).toHaveFocus();
  });

  test('does what is chosen, and nothing for what is not to be had', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Move' }));
    expect(screen.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Home}{Enter}');
    expect(rename).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('formatted sizes, times and badges', () => {
  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [14_200, '14 kB'],
    [2_400_000, '2.4 MB'],
    [999_600, '1 MB'],
    [3_000_000_000_000_000, '3,000 TB'],
  ])('%i bytes as %s', (bytes, text) => {
    expect(byteSize(intl, bytes)).toBe(text);
  });

  test('a time as the shortest that says enough', () => {
    const now = new Date('2026-06-15T12:00:00');
    const ago = (ms: number) => relativeTime(intl, new Date(now.getTime() - ms), now.getTime());
    expect(ago(20_000)).toBe('now');
    expect(ago(3 * 60_000)).toBe('3 min. ago');
    expect(ago(2 * 3_600_000)).toBe('2 hr. ago');
    expect(ago(26 * 3_600_000)).toBe('yesterday');
    expect(ago(40 * 86_400_000)).toBe('May 6');
    expect(ago(400 * 86_400_000)).toBe('May 11, 2025');
  });

  test('a time with the exact one on hover', () => {
    renderWithMessages(<RelativeTime value="2020-03-04T05:06:07Z" />);
    expect(screen.getByText(/2020/)).toHaveAttribute('title', expect.stringContaining('March 4, 2020'));
  });

  test.each(['info', 'success', 'warning', 'error'] as const)('a badge of the tone %s', (tone) => {
    renderWithMessages(<Badge tone={tone}>State</Badge>);
    expect(screen.getByText('State')).toBeVisible();
  });

  test('the same colour for the same name', () => {
    expect(stableColor('Amina')).toBe(stableColor('Amina'));
    expect(stableColor('')).toMatch(/^#/);
    expect(new Set(Array.from({ length: WRITER_COLORS }, (_, at) => colorAt(at))).size).toBe(
      AVATAR_COLORS.length,
    );
  });
});
