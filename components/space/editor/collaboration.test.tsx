import { fireEvent, screen } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import { yUndoPluginKey, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as Y from 'yjs';
import { colorAt, stableColor } from '#components/ui/stable-color.ts';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { changeSharedDocument } from '#lib/documents/shared-document.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { DOCUMENT_FRAGMENT } from '#lib/documents/yjs-document.ts';
import { DocumentPresence } from '#services/document-presence.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { Collaboration, startUndoStep } from './collaboration.ts';
import { MathForm } from './MathForm.tsx';

function editorOn(shared: Y.Doc, presence = new DocumentPresence(() => undefined)): Editor {
  const editor = new Editor({
    element: document.createElement('div'),
    injectCSS: false,
    extensions: [...documentExtensions, Collaboration.configure({ connection: { shared, presence } })],
  });
  onTestFinished(() => editor.destroy());
  // What a step of undoing takes back doesn't depend on how fast the machine is.
  const stacks = yUndoPluginKey.getState(editor.state)?.undoManager;
  if (stacks) stacks.captureTimeout = Number.POSITIVE_INFINITY;
  return editor;
}

/** Two writers of one document; what one writes reaches the other with `exchange`. */
function twoWriters(markdown: string) {
  const [first, second] = [new Y.Doc(), new Y.Doc()];
  first.clientID = 1;
  second.clientID = 2;
  changeSharedDocument(first, parseMarkdown(markdown));
  const exchange = () => {
    Y.applyUpdate(second, Y.encodeStateAsUpdate(first, Y.encodeStateVector(second)));
    Y.applyUpdate(first, Y.encodeStateAsUpdate(second, Y.encodeStateVector(first)));
  };
  exchange();
  return { own: editorOn(first), other: editorOn(second), exchange, shared: first };
}

const positionOf = (editor: Editor, text: string): number => {
  let found = -1;
  editor.state.doc.descendants((node, position) => {
    const at = node.isText ? (node.text ?? '').indexOf(text) : -1;
    if (at >= 0) found = position + at;
  });
  return found;
};

describe('a change of another writer', () => {
  it('leaves positions elsewhere in the document known', () => {
    const { own, other, exchange } = twoWriters('First\n\nSecond\n\nThird');
    const start = positionOf(own, 'cond');
    let position = start;
    own.on('transaction', ({ transaction }) => {
      position = transaction.mapping.map(position);
    });
    other.commands.insertContentAt(positionOf(other, 'irst'), 'here ');
    other.commands.insertContentAt(positionOf(other, 'ird'), 'there ');
    exchange();
    expect(own.getText()).toContain('Fhere irst');
    expect(position).toBe(start + 5);
    expect(own.state.doc.textBetween(position, position + 4)).toBe('cond');
  });

  it('leaves the blocks that they did not touch as they are', () => {
    const { own, other, exchange } = twoWriters('First\n\n- a\n- b\n\nThird');
    const before = own.state.doc;
    other.commands.insertContentAt(positionOf(other, 'ird'), 'x');
    exchange();
    expect(own.state.doc.child(0)).toBe(before.child(0));
    expect(own.state.doc.child(1)).toBe(before.child(1));
    expect(own.state.doc.child(2).textContent).toBe('Thxird');
  });

  it('gets no link from who reads it', () => {
    const { own, other, exchange } = twoWriters('First');
    const { tr } = other.state;
    other.view.dispatch(tr.insertText('example.com ', 1).setMeta('preventAutolink', true));
    exchange();
    expect(own.getText()).toBe('example.com First');
    expect(writeMarkdown(own.state.doc)).toBe(writeMarkdown(other.state.doc));
    expect(own.getHTML()).not.toContain('<a');
  });

  it('leaves chosen cells chosen', () => {
    const { own, other, exchange } = twoWriters('Above\n\n| a | b |\n| - | - |\n| c | d |');
    const cellAt = (text: string) => own.state.doc.resolve(positionOf(own, text)).before(-1);
    own.view.dispatch(
      own.state.tr.setSelection(CellSelection.create(own.state.doc, cellAt('a'), cellAt('d'))),
    );
    other.commands.insertContentAt(positionOf(other, 'bove'), 'x');
    exchange();
    expect(own.state.selection).toBeInstanceOf(CellSelection);
    other.commands.insertContentAt(positionOf(other, 'c'), 'x');
    exchange();
    const { selection } = own.state;
    expect(selection instanceof CellSelection && selection.isColSelection()).toBe(true);
  });
});

it('shows the cursors of others in the colours that the server gives them', async () => {
  const shared = new Y.Doc();
  changeSharedDocument(shared, parseMarkdown('Text'));
  const presence = new DocumentPresence(() => undefined);
  const editor = editorOn(shared, presence);
  const warn = vi.spyOn(console, 'warn');
  onTestFinished(() => warn.mockRestore());
  const line = shared.getXmlFragment(DOCUMENT_FRAGMENT).get(0) as Y.XmlElement;
  const place = Y.createRelativePositionFromTypeIndex(line.get(0) as Y.XmlText, 1);
  const join = (connection: number, more: object) =>
    presence.receive(
      connection,
      JSON.stringify({ cursor: { anchor: place, head: place }, user: { id: 'same', name: 'Ada' }, ...more }),
    );
  join(1, { color: 2 });
  join(2, { color: 3 });
  join(3, {});
  join(4, {});
  await vi.waitFor(() => expect(editor.view.dom.querySelectorAll('.other-cursor')).toHaveLength(4));
  const colors = [...editor.view.dom.querySelectorAll<HTMLElement>('.other-cursor')].map(({ style }) =>
    style.getPropertyValue('--writer'),
  );
  // Without one from the server, it follows from who it is.
  expect(new Set(colors)).toEqual(new Set([colorAt(2), colorAt(3), stableColor('same')]));
  expect(warn).not.toHaveBeenCalled();
});

it('changes nothing of a document that is opened, such as addresses without a link', () => {
  const shared = new Y.Doc();
  changeSharedDocument(shared, parseMarkdown('Read example.com\n\nSecond'));
  const before = Y.encodeStateVector(shared);
  const editor = editorOn(shared);
  expect(editor.getText()).toContain('Read example.com');
  expect(Y.encodeStateVector(shared)).toEqual(before);
  expect(editor.getHTML()).not.toContain('<a');
});

it('begins in the text, and not on a picture that stands first, which a letter would replace', () => {
  const shared = new Y.Doc();
  changeSharedDocument(shared, parseMarkdown('![](/api/v1/items/a/file/)\n\nText'));
  expect(editorOn(shared).state.selection).toBeInstanceOf(TextSelection);
});

it('has all of a document removed by its very first change', () => {
  const shared = new Y.Doc();
  changeSharedDocument(shared, parseMarkdown('First\n\nSecond'));
  const editor = editorOn(shared);
  editor.view.dispatch(editor.state.tr.delete(0, editor.state.doc.content.size));
  const root = yXmlFragmentToProseMirrorRootNode(shared.getXmlFragment(DOCUMENT_FRAGMENT), editor.schema);
  expect(root.textContent).toBe('');
});

describe('a form of the text', () => {
  it('changes the formula that it was opened for, also where others moved it meanwhile', () => {
    const { own, other, exchange } = twoWriters('Above $a$ and $b$');
    const formulas: number[] = [];
    own.state.doc.descendants((node, position) => {
      if (node.type.name === 'inlineMath') formulas.push(position);
    });
    const [position = 0] = formulas;
    // A document of jsdom has no lines.
    vi.spyOn(own.view, 'coordsAtPos').mockReturnValue({ left: 0, right: 0, top: 0, bottom: 0 });
    renderWithMessages(<MathForm editor={own} position={position} onClose={() => undefined} />);
    other.commands.insertContentAt(1, 'Far ');
    exchange();
    fireEvent.change(screen.getByRole('textbox', { name: 'Formula in LaTeX' }), { target: { value: 'c' } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(writeMarkdown(own.state.doc)).toBe('Far Above $c$ and $b$');
  });
});

/** Numbers that look chosen at random, the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const START = 'One two\n\n- a\n- b\n\n> quote\n\n```js\nlet a;\n```\n\nlast **bold**';

function changeSomething(editor: Editor, below: (limit: number) => number): void {
  const { doc } = editor.state;
  const position = below(doc.content.size);
  editor.commands.setTextSelection(position);
  if (position % 3 === 0) startUndoStep(editor.state);
  const acts = [
    () => editor.commands.insertContent('aa'),
    () => editor.commands.insertContentAt(0, { type: 'paragraph' }),
    () => editor.commands.toggleBulletList(),
    () => editor.commands.toggleBlockquote(),
    () => editor.commands.toggleHeading({ level: 2 }),
    () => editor.commands.joinBackward(),
    () => editor.commands.setHorizontalRule(),
    () =>
      editor
        .chain()
        .setTextSelection({ from: position, to: position + 4 })
        .toggleBold()
        .run(),
    () =>
      editor
        .chain()
        .setTextSelection({ from: position, to: position + 6 })
        .deleteSelection()
        .run(),
    () => {
      const block = doc.child(below(doc.childCount));
      return editor.commands.insertContentAt(doc.content.size, block.toJSON());
    },
    () => editor.commands.undo(),
  ];
  acts[below(acts.length)]?.();
}

describe('two editors of one document', () => {
  it.each([1, 2, 3, 4, 5, 6])('show the same as the shared document after changes of both (%i)', (seed) => {
    const { own, other, exchange, shared } = twoWriters(START);
    const below = numbersFrom(seed);
    for (let round = 0; round < 30; round += 1) {
      for (let change = below(3); change >= 0; change -= 1) changeSomething(own, below);
      for (let change = below(3); change >= 0; change -= 1) changeSomething(other, below);
      exchange();
      const root = yXmlFragmentToProseMirrorRootNode(shared.getXmlFragment(DOCUMENT_FRAGMENT), own.schema);
      expect(own.getJSON()).toEqual(root.toJSON());
      expect(other.getJSON()).toEqual(own.getJSON());
    }
  });
});
