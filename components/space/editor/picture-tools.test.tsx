import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type AnyExtension, Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { expect, it, onTestFinished } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ChosenPicture } from './ChosenPicture.tsx';
import { PictureWithView } from './picture-view.ts';
import { showUpload, UploadPlaces } from './upload-places.ts';

function editorOf(markdown: string): Editor {
  const view: AnyExtension = PictureWithView;
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...documentExtensions.map((one) => (one.name === 'image' ? view : one)), UploadPlaces],
    injectCSS: false,
    content: parseMarkdown(markdown).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  return editor;
}

const choose = (editor: Editor, position: number) =>
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, position)));

/** An editor with its only picture chosen, and the tools that it gets. */
async function withTools() {
  const editor = editorOf('a ![hut](/hut.png)');
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <ChosenPicture editor={editor} storeFile={() => Promise.reject(new Error())} />
      </Toaster>
    </NotificationProvider>,
  );
  expect(screen.queryByRole('toolbar')).toBeNull();
  choose(editor, 3);
  await screen.findByRole('toolbar', { name: 'Picture' });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  return { editor, press, markdown: () => writeMarkdown(editor.state.doc) };
}

it('a chosen picture gets a width, an alignment, a caption and another text by its tools, and stays chosen', async () => {
  const { editor, press, markdown } = await withTools();
  press('Medium');
  press('Align center');
  press('Caption');
  fireEvent.change(screen.getByRole('textbox', { name: 'Caption' }), { target: { value: 'Our hut' } });
  press('Apply');
  press('Alternative text');
  fireEvent.change(screen.getByRole('textbox', { name: 'Alternative text' }), { target: { value: 'A hut' } });
  press('Apply');
  expect(markdown()).toBe(
    'a <span data-picture data-width="65" data-align="center">![A hut](/hut.png)<br>Our hut</span>',
  );
  expect(screen.getByRole('button', { name: 'Medium' })).toHaveAttribute('aria-pressed', 'true');
  const frame = editor.view.dom.querySelector('[data-picture]');
  expect(frame).toHaveAttribute('data-width', '65');
  expect(frame?.querySelector('[data-caption]')).toHaveTextContent('Our hut');
  expect(editor.state.selection).toBeInstanceOf(NodeSelection);
});

it('offers to add an alternative text to a picture without one', async () => {
  const { editor, press, markdown } = await withTools();
  press('Alternative text');
  fireEvent.change(screen.getByRole('textbox', { name: 'Alternative text' }), { target: { value: '' } });
  press('Apply');
  expect(markdown()).toBe('a ![](/hut.png)');
  press('Add alternative text');
  fireEvent.change(screen.getByRole('textbox', { name: 'Alternative text' }), { target: { value: 'A hut' } });
  press('Apply');
  expect(markdown()).toBe('a ![A hut](/hut.png)');
  expect(editor.state.selection).toBeInstanceOf(NodeSelection);
});

it('a picture is plain again where its tools are pressed again', async () => {
  const { press, markdown } = await withTools();
  fireEvent.change(screen.getByRole('slider', { name: 'Width of the picture' }), { target: { value: '35' } });
  expect(markdown()).toContain('data-width="35"');
  press('Small');
  expect(markdown()).toBe('a ![hut](/hut.png)');
});

it('a picture that is removed takes its tools along', async () => {
  const { press, markdown } = await withTools();
  press('Remove the picture');
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  expect(markdown().trim()).toBe('a');
});

it('a file on its way stands where it will be, also while the text changes, and is no part of the document', () => {
  const editor = editorOf('first\n\nlast');
  const hide = showUpload(editor, new File(['x'], 'map.pdf'), 6, 'Uploading map.pdf…');
  editor.commands.insertContentAt(1, 'The ');
  expect(editor.view.dom.querySelector('p')).toHaveTextContent('The firstUploading map.pdf…');
  expect(writeMarkdown(editor.state.doc)).toBe('The first\n\nlast');
  hide();
  expect(editor.view.dom).not.toHaveTextContent('Uploading');
});
