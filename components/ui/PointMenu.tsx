import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { focusEntry, type MenuEntry, MenuItem, MenuList, nextEntry } from './Menu.tsx';

const AtPoint = styled(MenuList)`
  position: fixed;
  right: auto;
`;

/** Margin between an open menu and the edges of the window, in pixels. */
const AIR = 8;

type PointMenuProps = {
  /** In pixels of the window. */
  at: { x: number; y: number };
  label: string;
  id?: string;
  entries: MenuEntry[];
  onClose: () => void;
};

/** A context menu at the pointer or the focus: with the keys of `Menu`; the focus returns to where it was. */
export function PointMenu({ at, label, id, entries, onClose }: PointMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useLayoutEffect(() => {
    const menu = list.current;
    if (!menu) return;
    before.current = document.activeElement;
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(AIR, Math.min(at.x, window.innerWidth - width - AIR))}px`;
    menu.style.top = `${Math.max(AIR, Math.min(at.y, window.innerHeight - height - AIR))}px`;
    focusEntry(menu, 0);
  }, [at.x, at.y]);

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const leave = () => close.current();
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (event.target instanceof Node && !list.current?.contains(event.target)) leave();
      },
      { signal },
    );
    window.addEventListener('resize', leave, { signal });
    window.addEventListener('scroll', leave, { signal, passive: true });
    return () => abort.abort();
  }, []);

  const done = () => {
    if (before.current instanceof HTMLElement) before.current.focus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return done();
    }
    const target = nextEntry(list.current, event.key);
    if (target === null) return;
    event.preventDefault();
    focusEntry(list.current, target);
  };

  return (
    <AtPoint
      ref={list}
      id={id}
      role="menu"
      tabIndex={0}
      aria-label={label}
      $align="start"
      $side="below"
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own and don't move
        <MenuItem key={index} entry={entry} onDone={done} />
      ))}
    </AtPoint>
  );
}
