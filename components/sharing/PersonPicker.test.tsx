import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { NO_PERSON, PersonPicker, type PickedPerson } from './PersonPicker.tsx';

const PEOPLE = ['Ada', 'Adam'].map((name) => ({
  id: name,
  email: `${name.toLowerCase()}@example.org`,
  first_name: name,
  last_name: 'Ames',
}));
const BOARD = { id: 'board', name: 'Board', members_count: 12 };
const SOURCE = {
  of: ['test'],
  find: async (typed: string) =>
    typed.startsWith('B') ? [BOARD] : PEOPLE.filter(({ first_name }) => first_name.startsWith(typed)),
};

function show() {
  const onPick = vi.fn();
  const submitted = vi.fn();
  const closed = vi.fn();
  function Screen() {
    const [value, setValue] = useState<PickedPerson>(NO_PERSON);
    const change = (now: PickedPerson) => {
      setValue(now);
      onPick(now);
    };
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted();
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') closed();
        }}
      >
        <PersonPicker label="Person" error={null} value={value} onChange={change} source={SOURCE} />
      </form>
    );
  }
  renderWithMessages(<Screen />);
  return { reported: onPick, submitted, closed, field: screen.getByRole('combobox', { name: 'Person' }) };
}

test('picks a person by the arrows and Enter, and submits nothing meanwhile', async () => {
  const { reported, submitted, field } = show();
  await userEvent.type(field, 'Ada');
  const [, second] = await screen.findAllByRole('option');
  await userEvent.keyboard('{ArrowUp}');
  expect(field).toHaveAttribute('aria-activedescendant', second?.id);
  await userEvent.keyboard('{Enter}');
  expect(reported).toHaveBeenLastCalledWith({ id: 'Adam', text: 'Adam Ames' });
  expect(submitted).not.toHaveBeenCalled();
  expect(field).toHaveAttribute('aria-expanded', 'false');
});

test('submits what was typed on Enter while nobody is marked', async () => {
  const { reported, submitted, field } = show();
  await userEvent.type(field, 'Ada');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Enter}');
  expect(submitted).toHaveBeenCalledOnce();
  expect(reported).toHaveBeenLastCalledWith({ id: null, text: 'Ada' });
});

test('closes the list on Escape, and what is around it on the next one', async () => {
  const { closed, field } = show();
  await userEvent.type(field, 'Ada');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(closed).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledOnce();
});

test('offers a group with its size beside people, and picks it as a group', async () => {
  const { reported, field } = show();
  await userEvent.type(field, 'Bo');
  const option = await screen.findByRole('option', { name: /^Board *Group of 12 people$/ });
  await userEvent.click(option);
  expect(reported).toHaveBeenLastCalledWith({ id: 'board', text: 'Board', isGroup: true });
});
