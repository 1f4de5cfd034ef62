import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithWords } from '#tests/component/render.tsx';
import { useReaders } from './use-readers.ts';

vi.mock('#services/answers.ts', () => ({
  findReaders: async () => ({
    data: [
      { id: '1', name: 'Ada Lovelace' },
      { id: '2', name: '' },
    ],
  }),
}));

function Names() {
  return useReaders('form').map(({ id, name }) => <p key={id}>{name}</p>);
}

it('has a word for who has no name', async () => {
  renderWithWords(<Names />);
  expect(await screen.findByText('Ada Lovelace')).toBeInTheDocument();
  expect(screen.getByText('Somebody without a name')).toBeInTheDocument();
});
