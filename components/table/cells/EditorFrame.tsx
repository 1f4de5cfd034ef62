import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { isComposing } from '#components/ui/is-composing.ts';
import { color, radius, SHADOW } from '#styles/tokens.ts';
import type { GridColumn } from '../columns/grid-columns.ts';

const Box = styled.div`
  position: absolute;
  z-index: 5;
  top: 0;
  inset-inline-start: 0;
  min-width: max(100%, 160px);
  max-width: 420px;
  max-height: 340px;
  overflow: auto;
  padding: 2px;
  border-radius: ${radius('chip')};
  background: ${color('raised')};
  box-shadow:
    0 0 0 2px ${color('primary')},
    ${SHADOW.floating};
  user-select: text;

  input:not([type='checkbox'], [type='radio']),
  select {
    min-height: 32px;
    padding-block: 2px;
  }

  label {
    padding-inline: 6px;
  }

  /* Makes room for itself: beside the editor, its own frame would cut it off. */
  [data-choice] [role='listbox'] {
    position: static;
    max-height: 250px;
    margin-top: 2px;
    padding: 2px;
    border: 0;
    box-shadow: none;
  }
`;

type EditorFrameProps = {
  box?: RefObject<HTMLDivElement | null>;
  column: GridColumn;
  rowId: string;
  /** Enter, Tab or leaving the cell ended it. */
  onEnd: (key: 'Enter' | 'Tab' | null, isBack: boolean) => void;
  onCancel: () => void;
  /** Gets what leaves the editor as a click elsewhere does, also once it is not on the page any more. */
  leave?: RefObject<(() => void) | null> | undefined;
  children: ReactNode;
};

/** A picker in which a part of a date or time was typed: its value is empty, and leaving it would lose that. */
const unfinishedPicker = (box: Element): HTMLInputElement | undefined =>
  [...box.querySelectorAll('input')].find(({ validity }) => validity.badInput);

/** What is around the editor of a cell: its keys, and that nothing of it reaches the grid. */
export function EditorFrame({ box, column: { field }, rowId, onEnd, onCancel, ...props }: EditorFrameProps) {
  const { leave: leaving, children } = props;
  const isOver = useRef(false);
  const leave = (key: 'Enter' | 'Tab' | null, isBack = false) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(key, isBack);
  };
  useEffect(() => {
    if (leaving) leaving.current = () => leave(null);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    if (isComposing(event)) return;
    const isLines = field.type === 'textarea' || field.type === 'json' || field.multiple === true;
    const isEnter = event.key === 'Enter' && !(isLines && (event.shiftKey || event.altKey));
    if (event.key === 'Escape') {
      isOver.current = true;
      event.preventDefault();
      onCancel();
    } else if ((isEnter || event.key === 'Tab') && !event.defaultPrevented) {
      event.preventDefault();
      const unfinished = unfinishedPicker(event.currentTarget);
      if (unfinished) return void unfinished.reportValidity();
      leave(event.key === 'Tab' ? 'Tab' : 'Enter', event.shiftKey);
    }
  };
  return (
    <Box
      ref={box}
      data-editor={rowId}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave(null);
      }}
    >
      {children}
    </Box>
  );
}
