import { expect, it } from 'vitest';
import { menuGroups } from './menu-groups.ts';

it('divides groups by lines, and leaves out what is not there', () => {
  const [open, move, trash] = [{ label: 'Open' }, { label: 'Move' }, { label: 'Trash' }];
  expect(menuGroups([false, open], [null], [move, false], [trash])).toEqual([
    open,
    { separator: true },
    move,
    { separator: true },
    trash,
  ]);
  expect(menuGroups([null], [open])).toEqual([open]);
});
