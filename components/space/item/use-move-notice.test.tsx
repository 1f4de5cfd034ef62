import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { useMoveNotice } from './use-move-notice.tsx';

const before = buildItem({
  parent_id: 'drawer',
  space_slug: 'handbook',
  visibility: 'private',
  revision: 3,
  position: 512,
});
const moved = buildItem({ parent_id: 'chest', space_slug: 'archive', visibility: 'shared', revision: 4 });
/** Somebody renamed it after it was moved. */
const now = { ...moved, title: 'House rules', revision: 5 };

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.requests.length = 0;
  api.responses[`GET items/${moved.id}/`] = { body: { data: now } };
  api.responses[`POST items/${moved.id}/move/`] = { body: { data: { ...now, parent_id: 'drawer' } } };
});
afterAll(() => api.stop());

function Mover({ onBack }: { onBack: () => void }) {
  const notice = useMoveNotice();
  return (
    <button type="button" onClick={() => notice(before, moved, 'Chest', onBack)}>
      Move
    </button>
  );
}

async function moveAway() {
  const onBack = vi.fn();
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <Mover onBack={onBack} />
      </Toaster>
    </NotificationProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  return { onBack, toasts: within(screen.getByRole('status')) };
}

it('renders the sentence that names an item’s new folder as one element', async () => {
  const { toasts } = await moveAway();
  const title = toasts.getByText('Rules');
  expect(title.tagName).toBe('BDI');
  // Separate nodes in the notice's flex row would be laid out as columns.
  expect(title.parentElement?.textContent).toBe('“Rules” is in Chest now.');
  expect(title.parentElement?.querySelector('svg')).toBeNull();
});

it('puts an item back where it was, with who sees it, whatever else was changed meanwhile', async () => {
  const { onBack, toasts } = await moveAway();
  await userEvent.click(toasts.getByRole('button', { name: 'Undo' }));
  expect(await toasts.findByText('Rules')).toBeVisible();
  expect(toasts.getByText(/is back where it was/)).toBeVisible();
  const [, request] = api.requests;
  expect(request?.headers['if-match']).toBe('5');
  expect(JSON.parse(request?.body ?? '')).toEqual({
    parent: 'drawer',
    space: 'handbook',
    position: 512,
    visibility: 'private',
  });
  expect(onBack).toHaveBeenCalledExactlyOnceWith({ ...now, parent_id: 'drawer' });
});

it('says why an item could not be put back', async () => {
  const { onBack, toasts } = await moveAway();
  const body = { message: 'This folder is in the trash.', code: 'not_found' };
  api.responses[`POST items/${moved.id}/move/`] = { status: 404, body };
  await userEvent.click(toasts.getByRole('button', { name: 'Undo' }));
  expect(await toasts.findByText('This folder is in the trash.')).toBeVisible();
  expect(onBack).not.toHaveBeenCalled();
});
