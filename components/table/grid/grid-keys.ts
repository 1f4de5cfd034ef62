import type { Move } from '../cells/selection.ts';

/** What a key does in a grid. */
export type GridCommand =
  | { kind: 'move'; move: Move; isFar: boolean; isExtended: boolean }
  | { kind: 'tab'; isBack: boolean }
  | { kind: 'edit'; seed?: string }
  /** A dead key or an input method: what follows is typed into the editor. */
  | { kind: 'compose' }
  | { kind: 'resize'; isWider: boolean }
  | {
      kind:
        | 'clear'
        | 'undo'
        | 'redo'
        | 'fillDown'
        | 'fillRight'
        | 'fillSeries'
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
  /** The key itself, whatever it types. */
  code?: string;
  /** Absent where keys are made up. */
  getModifierState?(name: 'AltGraph'): boolean;
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

/** A letter with Ctrl: in an alphabet that has no such letter, the one that is at its place. */
const letterOf = ({ key, code = '' }: Key) => (/[^ -~]/.test(key) ? code.slice(3) : key).toLowerCase();

function withControl(event: Key): GridCommand | null {
  const { shiftKey: isShift } = event;
  switch (letterOf(event)) {
    case 'z':
      return { kind: isShift ? 'redo' : 'undo' };
    case 'y':
      return { kind: 'redo' };
    case 'd':
      return { kind: isShift ? 'fillSeries' : 'fillDown' };
    case 'r':
      // With Shift it is the browser's: the page without its cache.
      return isShift ? null : { kind: 'fillRight' };
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

const isOneCharacter = (key: string) => [...key].length === 1;

/**
 * Whether a key with Alt types a character: AltGr (as Ctrl and Alt in Windows), or Option. Letters and digits with Alt are
 * shortcuts.
 */
function isTypedWithAlt(event: Key): boolean {
  if (!isOneCharacter(event.key) || event.metaKey) return false;
  return event.getModifierState?.('AltGraph') === true || !/[a-z0-9 ]/i.test(event.key);
}

/** Keys that begin a composition: accents, and input methods. */
const COMPOSING: ReadonlySet<string> = new Set(['Dead', 'Process']);

/** The command of a key, as spreadsheets have them; null for keys that are the browser's (copying is an event of its own). */
export function gridCommand(event: Key): GridCommand | null {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (COMPOSING.has(key)) return { kind: 'compose' };
  const isControl = ctrlKey || metaKey;
  const move = MOVES[key];
  if (altKey && shiftKey && !isControl && (move === 'left' || move === 'right'))
    return { kind: 'resize', isWider: move === 'right' };
  if (move) return altKey ? null : { kind: 'move', move, isFar: isControl, isExtended: shiftKey };
  if (altKey && isTypedWithAlt(event)) return { kind: 'edit', seed: key };
  if (isControl) return altKey ? null : withControl(event);
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
      return isOneCharacter(key) ? { kind: 'edit', seed: key } : null;
  }
}
