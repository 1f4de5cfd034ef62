import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { CommentOnRow, RowCommentsContext } from '#context/comment-on-row.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { RowFrame } from './RowFrame.tsx';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const show = ({ isNarrow, isPanelOpen }: { isNarrow: boolean; isPanelOpen: boolean }) => {
  const [onClose, comment] = [vi.fn(), vi.fn()];
  renderWithMessages(
    <CommentOnRow value={comment}>
      <RowCommentsContext value={{ of: (id) => <p>Threads of {id}</p>, isPanelOpen }}>
        <RowFrame
          {...{ name: 'Lamp', isNarrow, row: 'r1', form: 'r1:1', previous: null, next: null }}
          {...{ onShow: vi.fn(), onCopyLink: vi.fn(), onDelete: null, onClose }}
        >
          <p>Values</p>
        </RowFrame>
      </RowCommentsContext>
    </CommentOnRow>,
  );
  return { onClose, comment };
};

test('leads to the comments in the page of a row, which stays open on a phone', async () => {
  const user = userEvent.setup();
  const { onClose, comment } = show({ isNarrow: true, isPanelOpen: true });
  await user.click(screen.getByRole('button', { name: 'Comments' }));
  expect(screen.getByText('Threads of r1').parentElement).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  expect(comment).not.toHaveBeenCalled();
});

test('leads to the panel of all comments where that is open beside the page', async () => {
  const user = userEvent.setup();
  const { comment } = show({ isNarrow: false, isPanelOpen: true });
  expect(screen.queryByText('Threads of r1')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Comments' }));
  expect(comment).toHaveBeenCalledWith('r1');
});
