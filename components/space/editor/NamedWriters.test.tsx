import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { NamedWriters } from './NamedWriters.tsx';

const person = (name: string) => ({ id: name, name });

it('names who writes with a face for each, and says nothing where nobody does', () => {
  const people = [{ ...person('Ada'), avatar_url: '/ada.png' }, person('Béla')];
  const { rerender } = renderWithMessages(<NamedWriters people={people} message="item.writing_now" />);
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Ada and Béla are writing now');
  expect(status.querySelector('img')).toHaveAttribute('src', '/ada.png');
  rerender(<NamedWriters people={[]} message="item.writing_now" />);
  expect(status).toBeEmptyDOMElement();
  expect(status).not.toBeVisible();
});

it('counts those that it does not name', () => {
  const people = ['Ada', 'Béla', 'Cem', 'Dia', 'Eva', 'Finn', 'Gil'].map(person);
  renderWithMessages(<NamedWriters people={people} message="editor.also_here" />);
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Ada, Béla, Cem, Dia, Eva and 2 more here now');
  expect(status.querySelectorAll('[aria-hidden]')).toHaveLength(5);
});
