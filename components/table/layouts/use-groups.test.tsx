import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildColumn } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { ANY, tableKey } from '../rows/row-queries.ts';
import { useGroups } from './use-groups.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterAll(() => api.stop());

const NAME = shownColumns([buildColumn('text', 'name')], [])[0];

function Groups() {
  const client = useQueryClient();
  const { data, loadMore } = useGroups('t', ANY, NAME ?? null);
  return (
    <>
      <output>{data?.length}</output>
      <button type="button" onClick={loadMore}>
        More
      </button>
      <button
        type="button"
        onClick={() => void client.invalidateQueries({ queryKey: [...tableKey('t'), 'count'] })}
      >
        Change
      </button>
    </>
  );
}

it('shows more groups though others change the table while they load', async () => {
  const names = Array.from({ length: 130 }, (_, n) => `Name ${n}`);
  let release = () => {};
  let blocked: Promise<void> | null = null;
  api.responses['GET items/t/aggregate/'] = async ({ query }) => {
    const page = Number(/page=(\d+)/.exec(query)?.[1]);
    if (page === 2) await blocked;
    const some = names.slice(100 * (page - 1), 100 * page);
    return { body: { data: some.map((group) => ({ group, values: { count: 1, 'filled:c_name': 1 } })) } };
  };
  renderWithMessages(
    <QueryProvider>
      <Groups />
    </QueryProvider>,
  );
  const count = screen.getByRole('status');
  await waitFor(() => expect(count).toHaveTextContent('100'));
  blocked = new Promise((resolve) => {
    release = resolve;
  });
  fireEvent.click(screen.getByText('More'));
  fireEvent.click(screen.getByText('Change'));
  release();
  await waitFor(() => expect(count).toHaveTextContent('130'));
});
