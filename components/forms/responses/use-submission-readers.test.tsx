import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { renderWithMessages } from '#tests/component/render.tsx';
import { useSubmissionReaders } from './use-submission-readers.ts';

vi.mock('#services/submissions.ts', () => ({
  findSubmissionReaders: async () => ({
    data: [
      { id: '1', name: 'Ada Lovelace' },
      { id: '2', name: '' },
    ],
  }),
}));

function Names() {
  return useSubmissionReaders('form').map(({ id, name }) => <p key={id}>{name}</p>);
}

it('shows a placeholder for a reader without a name', async () => {
  renderWithMessages(
    <QueryProvider>
      <Names />
    </QueryProvider>,
  );
  expect(await screen.findByText('Ada Lovelace')).toBeInTheDocument();
  expect(screen.getByText('Somebody without a name')).toBeInTheDocument();
});
