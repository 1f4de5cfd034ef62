import type { LucideIcon } from 'lucide-react';
import NextLink from 'next/link';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import { BREAKPOINTS, HEADER_HEIGHT } from '#lib/text/constants.ts';
import { CONTROL, color, radius, space } from '#styles/tokens.ts';
import { popupLook } from './popup-look.ts';

export type MenuEntry =
  | {
      label: ReactNode;
      icon?: LucideIcon;
      /** Before the label instead of an icon: an avatar. */
      mark?: ReactNode;
      danger?: boolean;
      disabled?: boolean;
      /** For one of several options: whether it is the selected one. */
      checked?: boolean;
      href?: string;
      onSelect?: () => void;
    }
  | { separator: true }
  | { heading: ReactNode };

const Wrap = styled.div`
  position: relative;
  display: inline-block;
  flex: none;
  max-width: 100%;
`;

export const MenuList = styled.div<{ $align: 'start' | 'end'; $side: 'below' | 'above' }>`
  position: absolute;
  z-index: 1000;
  ${({ $side }) => ($side === 'below' ? 'top' : 'bottom')}: calc(100% + 6px);
  ${({ $align }) => ($align === 'start' ? 'left' : 'right')}: 0;
  display: grid;
  width: max-content;
  min-width: 200px;
  max-width: min(320px, calc(100vw - 24px));
  max-height: min(80vh, 640px);
  ${popupLook}
  text-align: left;
`;

const entryLook = css<{ $danger?: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-height: ${CONTROL.medium}px;
  padding: ${space(2)} ${space(3)};
  border: 0;
  border-radius: ${radius('chip')};
  background: none;
  color: ${({ $danger }) => color($danger ? 'error' : 'text')};
  font-size: 14px;
  text-align: left;
  text-decoration: none;
  overflow-wrap: anywhere;

  &:hover,
  &:focus-visible {
    background: ${color('hover')};
    text-decoration: none;
  }

  &[aria-checked='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  &[aria-disabled='true'] {
    cursor: not-allowed;
    opacity: 0.5;
  }

  > svg {
    flex: none;
  }
`;

const EntryButton = styled.button<{ $danger?: boolean }>`
  ${entryLook}
`;
const EntryLink = styled(NextLink)<{ $danger?: boolean }>`
  ${entryLook}
`;

const Line = styled.div`
  height: 1px;
  margin: 6px 0;
  background: ${color('line')};
`;

const Heading = styled.div`
  padding: ${space(2)} ${space(3)} ${space(1)};
  color: ${color('quiet')};
  font-size: 12.5px;
`;

/** Props for the button that opens the menu; spread them onto any button. */
export type MenuTrigger = {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type MenuProps = {
  entries: MenuEntry[];
  align?: 'start' | 'end';
  side?: 'below' | 'above';
  children: (trigger: MenuTrigger) => ReactNode;
};

/**
 * A menu of actions under a button: arrow keys, Home, End, first letters, Escape; the focus returns to the button.
 */
export function Menu({ entries, align = 'start', side = 'below', children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const wrap = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    moveIntoView(list.current);
    focusEntry(list.current, 0);
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !wrap.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);

  const close = () => {
    setOpen(false);
    document.getElementById(`${id}-trigger`)?.focus();
  };

  const onListKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false);
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    const target = nextEntry(list.current, event.key);
    if (target === null) return;
    event.preventDefault();
    focusEntry(list.current, target);
  };

  return (
    <Wrap ref={wrap}>
      {children({
        id: `${id}-trigger`,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open && (
        <MenuList
          ref={list}
          id={id}
          role="menu"
          // A long menu scrolls, and a scrollable element must be reachable by keyboard.
          tabIndex={0}
          aria-labelledby={`${id}-trigger`}
          $align={align}
          $side={side}
          onKeyDown={onListKey}
        >
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own and don't move
            <MenuItem key={index} entry={entry} onDone={close} />
          ))}
        </MenuList>
      )}
    </Wrap>
  );
}

export function MenuItem({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  if ('separator' in entry) return <Line role="separator" />;
  if ('heading' in entry) return <Heading role="presentation">{entry.heading}</Heading>;
  const { icon: Icon, mark, label, danger, disabled, checked, href, onSelect } = entry;
  const shared = {
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    tabIndex: -1,
    $danger: danger,
    'aria-disabled': disabled || undefined,
    ...(checked === undefined ? {} : { 'aria-checked': checked }),
  };
  const content = (
    <>
      {mark ?? (Icon && <Icon aria-hidden size={17} strokeWidth={1.75} />)}
      <span>{label}</span>
    </>
  );
  if (href && !disabled) {
    return (
      <EntryLink href={href} onClick={onDone} {...shared}>
        {content}
      </EntryLink>
    );
  }
  const choose = () => {
    if (disabled) return;
    onDone();
    onSelect?.();
  };
  return (
    <EntryButton type="button" onClick={choose} {...shared}>
      {content}
    </EntryButton>
  );
}

const entriesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

/** Height of the phones' bottom bar, or a margin. */
const BELOW = { phone: 84, else: 12 };

/** Margin between an open menu and the sides of the window, in pixels. */
const BESIDE = 8;

/** Moves an open menu into the window: up, but not under the header, and sideways. */
function moveIntoView(list: HTMLElement | null): void {
  if (!list) return;
  const { top, bottom, left, right } = list.getBoundingClientRect();
  const { clientWidth: width } = document.documentElement;
  const phone = window.matchMedia(`(max-width: ${BREAKPOINTS.md - 0.02}px)`).matches;
  const beyond = bottom - (window.innerHeight - (phone ? BELOW.phone : BELOW.else));
  const up = Math.max(0, Math.min(beyond, top - HEADER_HEIGHT));
  // Where it is wider than the window, its beginning is in sight.
  const aside = Math.max(BESIDE - left, Math.min(0, width - BESIDE - right));
  if (up !== 0 || aside !== 0) list.style.translate = `${aside}px ${-up}px`;
}

export function focusEntry(list: HTMLElement | null, index: number): void {
  entriesOf(list)[index]?.focus();
}

/** The index of the entry that a key moves to, or null for other keys. */
export function nextEntry(list: HTMLElement | null, key: string): number | null {
  const entries = entriesOf(list);
  const current = entries.findIndex((entry) => entry.matches(':focus'));
  if (key === 'ArrowDown') return (current + 1) % entries.length;
  if (key === 'ArrowUp') return (current <= 0 ? entries.length : current) - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return entries.length - 1;
  if (key.length !== 1 || key === ' ') return null;
  const after = [...entries.keys()].map((step) => (current + 1 + step) % entries.length);
  const starts = (index: number) =>
    entries[index]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
  return after.find(starts) ?? null;
}
