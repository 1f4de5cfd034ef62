import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { AsyncContent } from './AsyncContent.tsx';

type Request = { signal: AbortSignal } & ReturnType<typeof Promise.withResolvers<{ data: string }>>;

/** Renders content whose requests the test answers. */
function show() {
  const requests: Request[] = [];
  const load = (signal: AbortSignal) => {
    const request = { signal, ...Promise.withResolvers<{ data: string }>() };
    requests.push(request);
    return request.promise;
  };
  const contentOf = (of: string) => (
    <AsyncContent of={of} load={load} rows={2}>
      {(text) => <p>{text}</p>}
    </AsyncContent>
  );
  const view = renderWithMessages(contentOf('a'));
  const request = (nth: number): Request => {
    const made = requests[nth - 1];
    if (!made) throw new Error('no such request');
    return made;
  };
  return { requests, request, open: (of: string) => view.rerender(contentOf(of)), leave: view.unmount };
}

it('shows what was loaded, and aborts and ignores the request for what was left', async () => {
  const { request, open } = show();
  open('b');
  await waitFor(() => expect(request(1).signal.aborted).toBe(true));
  request(2).resolve({ data: 'Content of b' });
  await screen.findByText('Content of b');
  request(1).resolve({ data: 'Content of a' });
  await Promise.resolve();
  expect(screen.queryByText('Content of a')).toBeNull();
});

it('shows why it failed, and loads again on a retry', async () => {
  const { requests, request } = show();
  request(1).reject(new Error('Out of order'));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(requests).toHaveLength(2);
  request(2).resolve({ data: 'Content' });
  await screen.findByText('Content');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('aborts the request when its screen is left', async () => {
  const { request, leave } = show();
  leave();
  await waitFor(() => expect(request(1).signal.aborted).toBe(true));
});
