import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { createTestRouter } from '#tests/component/router.ts';
import { useFormOfTable } from './use-form-of-table.tsx';

const item = buildItem({ id: 't', kind: 'table', title: 'Fleet', space_slug: 'harbour' });
const columns = Promise.withResolvers<{ body: unknown }>();

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET items/t/columns/': () => columns.promise,
    'POST spaces/harbour/forms/': { status: 201, body: { data: { id: 'f', space_slug: 'harbour' } } },
  });
});
afterAll(() => api.stop());

function Opener() {
  const makeForm = useFormOfTable(item);
  return (
    <button type="button" onClick={() => void makeForm()}>
      Make
    </button>
  );
}

test('makes one form of a table, however often that is chosen meanwhile, and says so', async () => {
  const user = userEvent.setup();
  const { router, led } = createTestRouter();
  renderWithMessages(
    <RouterContext value={router}>
      <NotificationProvider>
        <Toaster>
          <Opener />
        </Toaster>
      </NotificationProvider>
    </RouterContext>,
  );
  const make = screen.getByRole('button', { name: 'Make' });
  await user.click(make);
  await user.click(make);
  expect(await screen.findAllByText('Creating the form…')).toHaveLength(1);
  columns.resolve({ body: { data: [] } });
  await waitFor(() => expect(led).toHaveLength(1));
  expect(api.paths().filter((path) => path === 'POST spaces/harbour/forms/')).toHaveLength(1);
});
