import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ItemTitle } from './ItemTitle.tsx';

function Titled({ rename }: { rename: (title: string) => Promise<boolean> }) {
  const [title, setTitle] = useState('Rules');
  const [editing, setEditing] = useState(false);
  return (
    <ItemTitle
      title={title}
      editable
      editing={editing}
      onEdit={setEditing}
      onTyping={() => {}}
      onRename={async (wanted) => {
        const saved = await rename(wanted);
        if (saved) setTitle(wanted);
        return saved;
      }}
    />
  );
}

it('gives the title back on Escape, and sends nothing', async () => {
  const rename = vi.fn(async () => true);
  renderWithMessages(<Titled rename={rename} />);
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Something else{Escape}');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Rules');
  expect(rename).not.toHaveBeenCalled();
});

it('saves on Enter, as one line', async () => {
  const rename = vi.fn(async () => true);
  renderWithMessages(<Titled rename={rename} />);
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  const field = screen.getByRole('textbox', { name: 'Title' });
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('Boat\nhouse');
  await userEvent.keyboard('{Enter}');
  expect(rename).toHaveBeenCalledExactlyOnceWith('Boat house');
  expect(await screen.findByRole('heading', { name: 'Boat house' })).toBeVisible();
});

it('preserves the typed title and shows the reason when the rename fails', async () => {
  const rename = vi.fn(async () => {
    throw new Error('no answer');
  });
  renderWithMessages(<Titled rename={rename} />);
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  const field = screen.getByRole('textbox', { name: 'Title' });
  await userEvent.clear(field);
  await userEvent.type(field, 'Mine{Enter}');
  expect(await screen.findByText(/The server can’t be reached/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Mine');
});

it('gives the focus back to its button when it is saved or given up by a key', async () => {
  renderWithMessages(<Titled rename={async () => true} />);
  const button = () => screen.getByRole('button', { name: 'Rename' });
  await userEvent.click(button());
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Boat house{Enter}');
  await waitFor(() => expect(button()).toHaveFocus());
  await userEvent.keyboard('{Enter}Something else{Escape}');
  await waitFor(() => expect(button()).toHaveFocus());
});

it('leaves the focus where it was put when it is ended by a press elsewhere', async () => {
  renderWithMessages(
    <>
      <Titled rename={async () => true} />
      <input aria-label="Elsewhere" />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await userEvent.click(screen.getByRole('textbox', { name: 'Elsewhere' }));
  await screen.findByRole('button', { name: 'Rename' });
  // Work scheduled for the next frame is done by then.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(screen.getByRole('textbox', { name: 'Elsewhere' })).toHaveFocus();
});

it('stands with its button on the side where its script begins', () => {
  renderWithMessages(<Titled rename={async () => true} />);
  const heading = screen.getByRole('heading', { level: 1 });
  // A row takes the direction of its title only while it has none of its own.
  expect(heading).not.toHaveAttribute('dir');
  expect(heading.parentElement).toHaveAttribute('dir', 'auto');
});
