import type { KeyboardEvent } from 'react';

/** A line as the keys need it: whether it can be opened, and is; `null` where there is nothing to open. */
type KeyedLine = { title: string; isOpen: boolean | null };

type TreeKeys = {
  lines: readonly KeyedLine[];
  /** The index of the focused line. */
  here: number;
  parentIndexOf: (index: number) => number;
  focus: (index: number) => void;
  choose: (index: number) => void;
  toggle: (index: number, open: boolean) => void;
};

/** Does what a key does in a tree of WAI-ARIA: arrows, Home, End, Enter, space, and first letters. */
export function handleTreeKey(
  event: KeyboardEvent,
  { lines, here, parentIndexOf, focus, choose, toggle }: TreeKeys,
): void {
  const line = lines[here];
  if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
  const acts: Record<string, () => void> = {
    ArrowDown: () => focus(here + 1),
    ArrowUp: () => focus(here - 1),
    Home: () => focus(0),
    End: () => focus(lines.length - 1),
    Enter: () => choose(here),
    ' ': () => choose(here),
    ArrowRight: () => (line.isOpen === false ? toggle(here, true) : focus(here + 1)),
    ArrowLeft: () => (line.isOpen ? toggle(here, false) : focus(parentIndexOf(here))),
  };
  const act = acts[event.key];
  if (act) {
    event.preventDefault();
    act();
    return;
  }
  if (event.key.length !== 1) return;
  const after = [...lines.keys()].map((step) => (here + 1 + step) % lines.length);
  const typed = event.key.toLowerCase();
  const found = after.find((index) => lines[index]?.title.trim().toLowerCase().startsWith(typed));
  if (found !== undefined) focus(found);
}
