import { expect, test } from 'vitest';
import { dropDestinationOf } from './item-drop.ts';

test('the address of a space or of a folder in it is a place to drop items', () => {
  expect(dropDestinationOf('/acme/plans', 'acme')).toEqual({ space: 'plans', parent: null });
  expect(dropDestinationOf('/Acme/plans?parent=f1', 'acme')).toEqual({ space: 'plans', parent: 'f1' });
});

test('other pages of the hub, views of a space and other hubs are none', () => {
  for (const href of [
    '/acme',
    '/acme/members',
    '/acme/settings/trash',
    '/acme/plans/an-item',
    '/acme/plans?kind=table',
    '/other/plans',
    '/search',
  ])
    expect(dropDestinationOf(href, 'acme'), href).toBeNull();
});
