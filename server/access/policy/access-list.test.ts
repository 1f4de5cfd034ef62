import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HUB_ROLES, ITEM_ROLES, ROLE_RANK, VISIBILITIES } from '#lib/access/roles.ts';
import { type AccessList, itemAccess, spaceAccess } from './access-list.ts';
import { principalsOf } from './principals.ts';

const grants = fc.array(
  fc.record({ user_id: fc.constantFrom('ada', 'bo', 'cy'), role: fc.constantFrom(...ITEM_ROLES) }),
);
const space = fc.record({
  visibility: fc.constantFrom(...VISIBILITIES),
  default_role: fc.constantFrom('viewer', 'commenter', 'editor'),
  members: grants,
});
const item = fc.record({
  visibility: fc.constantFrom(...VISIBILITIES),
  created_by: fc.constantFrom('ada', 'bo', 'cy'),
  grants,
});

function rankOf(list: AccessList, userId: string | null, hubRole: (typeof HUB_ROLES)[number] | null): number {
  return Math.max(0, ...principalsOf(userId, hubRole, []).map((principal) => list.get(principal) ?? 0));
}

describe('access lists', () => {
  it('hide a private space from everybody who was not added, owners and admins too', () => {
    const { list } = spaceAccess({
      visibility: 'private',
      default_role: 'editor',
      members: [{ user_id: 'ada', role: 'viewer' }],
    });
    for (const role of HUB_ROLES) expect(rankOf(list, 'bo', role)).toBe(0);
    expect(rankOf(list, 'ada', 'member')).toBe(ROLE_RANK.viewer);
  });

  it('give members the default role, admins everything, guests nothing, in a shared space', () => {
    const { list } = spaceAccess({ visibility: 'shared', default_role: 'commenter', members: [] });
    expect(rankOf(list, 'bo', 'member')).toBe(ROLE_RANK.commenter);
    expect(rankOf(list, 'bo', 'admin')).toBe(ROLE_RANK.owner);
    expect(rankOf(list, 'bo', 'guest')).toBe(0);
    expect(rankOf(list, null, null)).toBe(0);
  });

  it('show a private item to its creator and the people added, whatever the space says', () => {
    fc.assert(
      fc.property(space, item, fc.constantFrom(...HUB_ROLES), (aSpace, anItem, hubRole) => {
        const { list } = itemAccess(spaceAccess(aSpace), { ...anItem, visibility: 'private' });
        const known = ['ada', 'bo', 'cy'].filter(
          (id) => id === anItem.created_by || anItem.grants.some((grant) => grant.user_id === id),
        );
        for (const id of ['ada', 'bo', 'cy', 'stranger']) {
          expect(rankOf(list, id, hubRole) > 0).toBe(known.includes(id));
        }
        expect(rankOf(list, null, null)).toBe(0);
      }),
    );
  });

  it('never show more below a private folder than the folder does, but to people named there', () => {
    fc.assert(
      fc.property(space, item, item, fc.constantFrom(...HUB_ROLES), (aSpace, aFolder, child, hubRole) => {
        const folder = itemAccess(spaceAccess(aSpace), { ...aFolder, visibility: 'private' });
        const below = itemAccess(folder, child);
        expect(rankOf(below.list, null, null)).toBe(0);
        expect(rankOf(below.list, 'stranger', hubRole)).toBe(0);
      }),
    );
  });

  it('add anyone to a public item, and take nothing from those who could already', () => {
    fc.assert(
      fc.property(space, item, (aSpace, anItem) => {
        const holder = spaceAccess(aSpace);
        const { list } = itemAccess(holder, { ...anItem, visibility: 'public' });
        expect(rankOf(list, null, null)).toBe(ROLE_RANK.viewer);
        for (const [principal, rank] of holder.list)
          expect(list.get(principal) ?? 0).toBeGreaterThanOrEqual(rank);
      }),
    );
  });

  it('count a grant only while its holder belongs to the hub', () => {
    expect(principalsOf('ada', null, [])).toEqual(['*']);
    expect(principalsOf('ada', 'guest', [])).toEqual(['*', 'user:ada']);
  });
});
