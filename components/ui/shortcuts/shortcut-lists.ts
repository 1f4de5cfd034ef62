import type { Messages } from '#locales/messages.ts';

/** A key that is one name with another meaning of the platform: Ctrl, or Command on a Mac. */
export const MOD = 'Mod';

/** What keys do: each of `keys` is one way, its keys are pressed together. */
export type Shortcut = { label: keyof Messages; keys: readonly (readonly string[])[] };
export type ShortcutGroup = { title: keyof Messages; shortcuts: readonly Shortcut[] };

const UNDO: readonly Shortcut[] = [
  { label: 'shortcuts.undo', keys: [[MOD, 'Z']] },
  {
    label: 'shortcuts.redo',
    keys: [
      [MOD, 'Y'],
      [MOD, 'Shift', 'Z'],
    ],
  },
  { label: 'shortcuts.find', keys: [[MOD, 'F']] },
];

/** The keys of a table's grid, as `gridCommand` reads them. */
export const GRID_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'shortcuts.group_move',
    shortcuts: [
      { label: 'shortcuts.move', keys: [['↑'], ['↓'], ['←'], ['→']] },
      { label: 'shortcuts.move_tab', keys: [['Tab'], ['Shift', 'Tab']] },
      { label: 'shortcuts.move_far', keys: [[MOD, '↑ ↓ ← →']] },
      { label: 'shortcuts.move_ends', keys: [['Home'], ['End']] },
      {
        label: 'shortcuts.move_corners',
        keys: [
          [MOD, 'Home'],
          [MOD, 'End'],
        ],
      },
      { label: 'shortcuts.move_page', keys: [['Page Up'], ['Page Down']] },
      { label: 'shortcuts.extend', keys: [['Shift', '↑ ↓ ← →']] },
      { label: 'shortcuts.select_row', keys: [['Shift', 'Space']] },
      { label: 'shortcuts.select_column', keys: [[MOD, 'Space']] },
      { label: 'shortcuts.select_all', keys: [[MOD, 'A']] },
    ],
  },
  {
    title: 'shortcuts.group_cells',
    shortcuts: [
      { label: 'shortcuts.edit_cell', keys: [['Enter'], ['F2']] },
      { label: 'shortcuts.cancel_edit', keys: [['Esc']] },
      {
        label: 'shortcuts.line_break',
        keys: [
          ['Shift', 'Enter'],
          ['Alt', 'Enter'],
        ],
      },
      { label: 'shortcuts.clear', keys: [['Delete'], ['Backspace']] },
      { label: 'shortcuts.copy', keys: [[MOD, 'C']] },
      { label: 'shortcuts.cut', keys: [[MOD, 'X']] },
      { label: 'shortcuts.paste', keys: [[MOD, 'V']] },
      { label: 'shortcuts.fill_down', keys: [[MOD, 'D']] },
      { label: 'shortcuts.fill_right', keys: [[MOD, 'R']] },
      { label: 'shortcuts.fill_series', keys: [[MOD, 'Shift', 'D']] },
    ],
  },
  {
    title: 'shortcuts.group_rows',
    shortcuts: [
      { label: 'shortcuts.open_row', keys: [['Space']] },
      { label: 'shortcuts.delete_rows', keys: [['Delete']] },
      { label: 'shortcuts.menu', keys: [['Shift', 'F10']] },
      { label: 'shortcuts.resize', keys: [['Alt', 'Shift', '← →']] },
    ],
  },
  {
    title: 'shortcuts.group_more',
    shortcuts: [
      ...UNDO,
      { label: 'shortcuts.search', keys: [[MOD, 'K']] },
      { label: 'shortcuts.this_list', keys: [['?'], [MOD, '?']] },
    ],
  },
];

/** The keys of a document's editor. */
export const EDITOR_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'shortcuts.group_text',
    shortcuts: [
      { label: 'shortcuts.bold', keys: [[MOD, 'B']] },
      { label: 'shortcuts.italic', keys: [[MOD, 'I']] },
      { label: 'shortcuts.strike', keys: [[MOD, 'Shift', 'S']] },
      { label: 'shortcuts.code', keys: [[MOD, 'E']] },
      { label: 'shortcuts.link', keys: [[MOD, 'K']] },
      { label: 'shortcuts.break', keys: [['Shift', 'Enter']] },
    ],
  },
  {
    title: 'shortcuts.group_blocks',
    shortcuts: [
      { label: 'shortcuts.paragraph', keys: [[MOD, 'Alt', '0']] },
      { label: 'shortcuts.heading', keys: [[MOD, 'Alt', '1 – 6']] },
      { label: 'shortcuts.numbers', keys: [[MOD, 'Shift', '7']] },
      { label: 'shortcuts.bullets', keys: [[MOD, 'Shift', '8']] },
      { label: 'shortcuts.tasks', keys: [[MOD, 'Shift', '9']] },
      { label: 'shortcuts.indent', keys: [['Tab'], ['Shift', 'Tab']] },
      { label: 'shortcuts.quote', keys: [[MOD, 'Shift', 'B']] },
      { label: 'shortcuts.code_block', keys: [[MOD, 'Alt', 'C']] },
      { label: 'shortcuts.move_block', keys: [['Alt', 'Shift', '↑ ↓']] },
      { label: 'shortcuts.move_table_column', keys: [['Alt', 'Shift', '← →']] },
      { label: 'shortcuts.block_menu', keys: [[MOD, '/']] },
    ],
  },
  {
    title: 'shortcuts.group_insert',
    shortcuts: [
      { label: 'shortcuts.insert_menu', keys: [['/']] },
      { label: 'shortcuts.mention', keys: [['@']] },
      { label: 'shortcuts.emoji', keys: [[':']] },
    ],
  },
  {
    title: 'shortcuts.group_more',
    shortcuts: [
      ...UNDO,
      { label: 'shortcuts.toolbar', keys: [['Alt', 'F10']] },
      { label: 'shortcuts.this_list', keys: [[MOD, '?']] },
    ],
  },
];
