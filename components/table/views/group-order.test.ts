import { expect, it } from 'vitest';
import { directedGroups, withGroups } from './group-order.ts';
import { PLAIN } from './view-settings.ts';

it('keeps the direction of groups beside them, and nothing where all of them ascend', () => {
  const settings = withGroups({ ...PLAIN, layout: { row_height: 'tall' } }, ['-c_a', 'c_b']);
  expect(settings.group).toEqual(['c_a', 'c_b']);
  expect(settings.layout).toEqual({ row_height: 'tall', groups_down: ['c_a'] });
  expect(directedGroups(settings)).toEqual(['-c_a', 'c_b']);
  expect(withGroups(settings, ['c_b']).layout).toEqual({ row_height: 'tall' });
});
