import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { useSubmissionReaders } from './use-submission-readers.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET forms/form/answer-readers/': {
      body: {
        data: [
          { id: '1', name: 'Ada Lovelace' },
          { id: '2', name: '' },
        ],
      },
    },
  });
});
afterAll(() => api.stop());

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
