import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { CommentOnRow, RowCommentsContext } from '#context/comment-on-row.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { RowFrame } from './RowFrame.tsx';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

type Shown = { isNarrow: boolean; isPanelOpen: boolean; field?: string; children?: ReactNode };

const show = ({ isNarrow, isPanelOpen, field, children }: Shown) => {
  const [onClose, comment] = [vi.fn(), vi.fn()];
  renderWithMessages(
    <CommentOnRow value={comment}>
      <RowCommentsContext value={{ of: (id) => <p>Threads of {id}</p>, isPanelOpen }}>
        <RowFrame
          {...{
            name: 'Lamp',
            isNarrow,
            row: 'r1',
            form: 'r1:1',
            previous: null,
            next: null,
            field: field ?? null,
          }}
          {...{ onShow: vi.fn(), onCopyLink: vi.fn(), onDelete: null, onClose }}
        >
          {children ?? <p>Values</p>}
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

/** A form whose code is there a little later. */
function LateForm() {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHere(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return (
    isHere && (
      <>
        <div data-field="name">
          <input aria-label="Name" />
        </div>
        <div data-field="plans">
          <input aria-label="Plans" type="file" />
        </div>
      </>
    )
  );
}

test('begins in the field of the cell that was opened, once its form is there', async () => {
  show({ isNarrow: false, isPanelOpen: false, field: 'plans', children: <LateForm /> });
  expect(screen.getByRole('heading', { name: 'Lamp' })).toHaveFocus();
  await waitFor(() => expect(screen.getByLabelText('Plans')).toHaveFocus());
});

test('leaves the focus where somebody moved it before the form was there', async () => {
  const user = userEvent.setup();
  show({ isNarrow: false, isPanelOpen: false, field: 'plans', children: <LateForm /> });
  await user.tab();
  const moved = document.activeElement;
  expect(await screen.findByLabelText('Plans')).not.toHaveFocus();
  expect(moved).toHaveFocus();
});
