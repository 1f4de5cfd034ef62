import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { GripVertical } from 'lucide-react';
import { type DragEvent, type RefObject, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { color, radius } from '#styles/tokens.ts';
import { blockAtPoint, selectBlock } from './block-at-point.ts';

/** Width and height of the handle, and its distance from the text, in pixels. */
const SIZE = 24;
const AIR = 4;

const Handle = styled.button`
  position: absolute;
  z-index: 5;
  display: grid;
  place-items: center;
  /* Up to the text, so that the pointer gets there without leaving. */
  width: ${SIZE + AIR}px;
  height: ${SIZE}px;
  padding: 0;
  border: 0;
  border-radius: ${radius('chip')};
  background: none;
  color: ${color('quiet')};
  cursor: grab;

  &:hover,
  &[aria-expanded='true'] {
    background: ${color('hover')};
    color: ${color('text')};
  }

  @media print {
    display: none;
  }
`;

type Place = { position: number; top: number; left: number };

/** Where the handle of the block at a height stands, within the frame. */
function placeAt(editor: Editor, frame: HTMLElement, y: number): Place | null {
  const position = blockAtPoint(editor, y);
  const element = position === null ? null : editor.view.nodeDOM(position);
  if (position === null || !(element instanceof HTMLElement)) return null;
  const block = element.getBoundingClientRect();
  const outer = frame.getBoundingClientRect();
  const line = Math.min(block.height, Number.parseFloat(getComputedStyle(element).lineHeight) || SIZE);
  return {
    position,
    top: block.top - outer.top + (line - SIZE) / 2,
    left: editor.view.dom.getBoundingClientRect().left - outer.left - SIZE - AIR,
  };
}

/** Takes the block along, as if it had been chosen and dragged itself. */
function drag(editor: Editor, position: number, event: DragEvent): void {
  const { view } = editor;
  const selection = NodeSelection.create(view.state.doc, position);
  view.dispatch(view.state.tr.setSelection(selection));
  const slice = selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  event.dataTransfer.effectAllowed = 'copyMove';
  event.dataTransfer.setData('text/html', dom.innerHTML);
  event.dataTransfer.setData('text/plain', text);
  const element = view.nodeDOM(position);
  if (element instanceof HTMLElement) event.dataTransfer.setDragImage(element, 0, 0);
  view.dragging = { slice, move: true };
}

type BlockHandleProps = {
  editor: Editor;
  /** The element that the handle stands in, with the text. */
  frame: RefObject<HTMLElement | null>;
  isOpen: boolean;
  /** The height of the window at which the pointer was when the handle was loaded. */
  firstY: number;
  /** Opens the menu of the block, which is chosen then. */
  onMenu: (at: { x: number; y: number }) => void;
};

/** Beside the block under the pointer: to be dragged, or pressed for what can be done with the block. */
export function BlockHandle({ editor, frame, isOpen, firstY, onMenu }: BlockHandleProps) {
  const intl = useIntl();
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    if (frame.current) setPlace(placeAt(editor, frame.current, firstY));
  }, [editor, frame, firstY]);
  useEffect(() => {
    const element = frame.current;
    if (!element || isOpen) return;
    let waiting = 0;
    const onMove = ({ pointerType, clientY, buttons }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons !== 0) return;
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(() => {
        if (!editor.isDestroyed) setPlace(placeAt(editor, element, clientY));
      });
    };
    const leave = () => {
      cancelAnimationFrame(waiting);
      setPlace(null);
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', leave);
    editor.on('update', leave);
    return () => {
      cancelAnimationFrame(waiting);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', leave);
      editor.off('update', leave);
    };
  }, [editor, frame, isOpen]);

  if (!place) return null;
  const name = intl.formatMessage({ id: 'editor.block_handle' });
  return (
    <Handle
      type="button"
      // By keyboard the same menu opens with a key (`EditorSurface`), and from the toolbar.
      tabIndex={-1}
      draggable
      data-print="hidden"
      aria-label={name}
      title={name}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      style={{ top: place.top, left: place.left }}
      onDragStart={(event) => drag(editor, place.position, event)}
      onDragEnd={() => {
        editor.view.dragging = null;
        setPlace(null);
      }}
      onClick={(event) => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        selectBlock(editor, place.position);
        // There the focus returns to when the menu closes.
        editor.view.focus();
        onMenu({ x: left, y: bottom + AIR });
      }}
    >
      <GripVertical aria-hidden size={16} strokeWidth={1.75} />
    </Handle>
  );
}
