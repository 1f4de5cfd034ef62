import type { Move } from '../cells/selection.ts';

/** What a key does in a grid. */
export type GridCommand =
  | { kind: 'move'; move: Move; isFar: boolean; isExtended: boolean }
  | { kind: 'tab'; isBack: boolean }
  | { kind: 'edit'; seed?: string }
  | {
      kind:
        | 'clear'
        | 'undo'
        | 'redo'
        | 'fillDown'
        | 'openRow'
        | 'selectAll'
        | 'selectRow'
        | 'selectColumn'
        | 'menu'
        | 'find';
    };

type Key = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
};

const MOVES: Partial<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'home',
  End: 'end',
};

function withControl(key: string, isShift: boolean): GridCommand | null {
  switch (key.toLowerCase()) {
    case 'z':
      return { kind: isShift ? 'redo' : 'undo' };
    case 'y':
      return { kind: 'redo' };
    case 'd':
      return { kind: 'fillDown' };
    case 'a':
      return { kind: 'selectAll' };
    case 'f':
      return { kind: 'find' };
    case ' ':
      return { kind: 'selectColumn' };
    default:
      return null;
  }
}

/** The command of a key, as spreadsheets have them; null for keys that are the browser's (copying is an event of its own). */
export function gridCommand({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): GridCommand | null {
  const isControl = ctrlKey || metaKey;
  const move = MOVES[key];
  if (move) return altKey ? null : { kind: 'move', move, isFar: isControl, isExtended: shiftKey };
  if (isControl) return altKey ? null : withControl(key, shiftKey);
  if (altKey) return null;
  switch (key) {
    case 'Tab':
      return { kind: 'tab', isBack: shiftKey };
    case 'Enter':
    case 'F2':
      return { kind: 'edit' };
    case 'Delete':
    case 'Backspace':
      return { kind: 'clear' };
    case ' ':
      return { kind: shiftKey ? 'selectRow' : 'openRow' };
    case 'ContextMenu':
      return { kind: 'menu' };
    case 'F10':
      return shiftKey ? { kind: 'menu' } : null;
    default:
      // A character begins to replace the value.
      return [...key].length === 1 ? { kind: 'edit', seed: key } : null;
  }
}
