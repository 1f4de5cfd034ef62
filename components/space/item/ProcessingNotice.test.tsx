import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { itemWith } from '#tests/component/item.ts';
import { renderWithWords } from '#tests/component/render.tsx';
import { ProcessingNotice } from './ProcessingNotice.tsx';

const withState = (processing: Item['processing']): Item =>
  itemWith({ file_name: 'rules.pdf', mime: 'application/pdf', processing });

it('says nothing once the file is read', () => {
  renderWithWords(<ProcessingNotice item={withState({ state: 'ready' })} onRetry={null} />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows how far the reading is', () => {
  renderWithWords(<ProcessingNotice item={withState({ state: 'running', progress: 0.5 })} onRetry={null} />);
  expect(screen.getByRole('status')).toHaveTextContent('Being read');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
});

it('gives the reason of a failure, and the button only to who may use it', async () => {
  const failed = withState({ state: 'failed', reason: 'The file is password-protected.' });
  const onRetry = vi.fn(async () => {});
  const { unmount } = renderWithWords(<ProcessingNotice item={failed} onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('The file is password-protected.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
  unmount();
  renderWithWords(<ProcessingNotice item={failed} onRetry={null} />);
  expect(screen.queryByRole('button')).toBeNull();
});
