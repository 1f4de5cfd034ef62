import type { Editor } from '@tiptap/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { optionStyle } from '#components/ui/option-list-style.ts';
import { popupLook } from '#components/ui/popup-look.ts';
import { color, space } from '#styles/tokens.ts';
import { dismissTrigger, type Trigger } from './trigger.ts';
import { visibleBottom } from './visible-area.ts';

const List = styled.ul`
  position: fixed;
  z-index: 1000;
  width: min(280px, calc(100vw - 16px));
  max-height: min(320px, 45vh);
  ${popupLook}
`;

const Option = styled.li`
  ${optionStyle}
  gap: ${space(3)};

  > svg {
    color: ${color('quiet')};
  }

  > code {
    margin-inline-start: auto;
    color: ${color('quiet')};
    font-size: 12px;
  }
`;

const LIST_ID = 'editor-suggestions';
/** Distance of the list from the text and the edges of the window, in pixels. */
const AIR = 8;
/** Its height at least, in pixels. */
const LEAST = 80;

/** What the menu of a sign is given. */
export type SuggestionProps = {
  editor: Editor;
  trigger: Trigger;
  /** Where the editor asks about a key first. */
  keys: RefObject<(event: KeyboardEvent) => boolean>;
};

/** What is offered, and what choosing it does. */
export type Choice = { key: string; content: ReactNode; select: () => void };

type SuggestionListProps = {
  editor: Editor;
  /** The position that the list stands under. */
  at: number;
  choices: readonly Choice[];
  label: string;
  keys: RefObject<(event: KeyboardEvent) => boolean>;
};

/** A list under the text, by keyboard and pointer; the focus stays in the text. */
export function SuggestionList({ editor, at, choices, label, keys }: SuggestionListProps) {
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const current = Math.min(chosen, choices.length - 1);
  const isOpen = choices.length > 0;

  useEffect(() => {
    keys.current = (event) => {
      if (event.key === 'Escape') {
        editor.view.dispatch(dismissTrigger(editor.state));
        return true;
      }
      if (!isOpen || event.isComposing) return false;
      if (event.key === 'ArrowDown') setChosen((current + 1) % choices.length);
      else if (event.key === 'ArrowUp') setChosen((current + choices.length - 1) % choices.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choices[current]?.select();
      else return false;
      return true;
    };
  });
  useEffect(
    () => () => {
      keys.current = () => false;
    },
    [keys],
  );

  const count = choices.length;
  // Placed again where what is typed leaves fewer of them: above the text it would not stand beside it.
  useLayoutEffect(() => {
    if (count === 0) return;
    const place = () => {
      const menu = list.current;
      if (!menu || at > editor.state.doc.content.size) return;
      const { left, top, bottom } = editor.view.coordsAtPos(at);
      menu.style.maxHeight = '';
      const { width, height: full } = menu.getBoundingClientRect();
      const [above, below] = [top - 2 * AIR, visibleBottom() - bottom - 2 * AIR];
      const isAbove = full > below && above > below;
      const height = Math.min(full, Math.max(LEAST, isAbove ? above : below));
      if (height < full) menu.style.maxHeight = `${height}px`;
      menu.style.left = `${Math.max(AIR, Math.min(left, window.innerWidth - width - AIR))}px`;
      menu.style.top = `${isAbove ? top - AIR - height : bottom + AIR}px`;
    };
    place();
    window.addEventListener('scroll', place, { passive: true, capture: true });
    window.addEventListener('resize', place);
    // The on-screen keyboard comes and goes without a change of the window.
    const { visualViewport: viewport } = window;
    viewport?.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      viewport?.removeEventListener('resize', place);
    };
  }, [editor, at, count]);

  // Which entry is chosen is announced to screen readers by the text, which has the focus.
  useEffect(() => {
    const { dom } = editor.view;
    if (!isOpen) return;
    dom.setAttribute('aria-controls', LIST_ID);
    dom.setAttribute('aria-activedescendant', `${LIST_ID}-${current}`);
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, isOpen, current]);

  if (!isOpen) return null;
  return (
    <List ref={list} id={LIST_ID} role="listbox" aria-label={label}>
      {choices.map(({ key, content, select }, index) => (
        <Option
          key={key}
          id={`${LIST_ID}-${index}`}
          role="option"
          aria-selected={index === current}
          onMouseDown={(event) => event.preventDefault()}
          onMouseEnter={() => setChosen(index)}
          onClick={select}
        >
          {content}
        </Option>
      ))}
    </List>
  );
}
