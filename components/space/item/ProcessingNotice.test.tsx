import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ProcessingNotice } from './ProcessingNotice.tsx';

const withState = (processing: Item['processing']): Item =>
  buildItem({ file_name: 'rules.pdf', mime: 'application/pdf', processing });

it('says nothing once the file is read', () => {
  renderWithMessages(<ProcessingNotice item={withState({ state: 'ready' })} onRetry={null} />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows how far the reading is', () => {
  renderWithMessages(
    <ProcessingNotice item={withState({ state: 'running', progress: 0.5 })} onRetry={null} />,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Being read');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
});

it('gives the reason of a failure, and the button only to who may use it', async () => {
  const failed = withState({ state: 'failed', reason: 'The file is password-protected.' });
  const onRetry = vi.fn(async () => {});
  const { unmount } = renderWithMessages(<ProcessingNotice item={failed} onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('The file is password-protected.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
  unmount();
  renderWithMessages(<ProcessingNotice item={failed} onRetry={null} />);
  expect(screen.queryByRole('button')).toBeNull();
});
