import type { HubRole, ItemRole } from '#lib/access/roles.ts';

/**
 * The scenarios of `docs/permissions.md` as data, written by hand and independent of `lib/access` and
 * `server/access/policy`, which are tested against them: the personas, the resources, everybody's role on
 * each, and the role that each operation requires.
 */

/** The personas, least privileged first. */
export const PERSONAS = {
  anonymous: 'signed out',
  stranger: 'signed in, of another hub',
  suspended: 'a suspended member who was an editor of every space',
  guest: 'a guest of the hub; commenter of one folder by name',
  member: 'a member of the hub',
  named: 'a member, editor of the private item by name',
  author: 'a member, editor of the shared space, creator of what is private there',
  viewer: 'a member, viewer of every space by name',
  commenter: 'a member, commenter of every space by name',
  editor: 'a member, editor of every space by name',
  owner: 'a member, owner of every space',
  admin: 'an admin of the hub',
  hub_owner: 'an owner of the hub',
} as const;
export type Persona = keyof typeof PERSONAS;

export const personas = Object.keys(PERSONAS) as Persona[];

/** The resources; each has a number, by which tests and documentation refer to it. */
export const RESOURCES = {
  S1: 'the public space',
  S2: 'the shared space',
  S3: 'the private space',
  I1: 'an item of the public space',
  I2: 'an item of the shared space',
  I3: 'an item of the private space',
  I4: 'a private item of the shared space',
  I5: 'a public item of the private space',
  I6: 'an item in a private folder of the shared space',
  I7: 'an item in a folder of the shared space that a guest was added to',
  F1: 'a public form of the shared space',
  F2: 'a form of the shared space',
  F3: 'a form of the private space',
  F4: 'a private form of the shared space',
  F5: 'a public form of the private space',
} as const;
export type Resource = keyof typeof RESOURCES;
export type SpaceResource = Extract<Resource, `S${number}`>;
export type ItemResource = Extract<Resource, `I${number}`>;
export type FormResource = Extract<Resource, `F${number}`>;

type Roles = Partial<Record<Persona, ItemRole>>;

const BY_NAME: Roles = { viewer: 'viewer', commenter: 'commenter', editor: 'editor', owner: 'owner' };
const ANYONE: Roles = { anonymous: 'viewer', stranger: 'viewer', suspended: 'viewer', guest: 'viewer' };
const MEMBERS: Roles = { member: 'viewer', named: 'viewer', author: 'viewer' };
const ADMINS: Roles = { admin: 'owner', hub_owner: 'owner' };

const PUBLIC: Roles = { ...ANYONE, ...MEMBERS, ...ADMINS, ...BY_NAME };
const SHARED: Roles = { ...MEMBERS, author: 'editor', ...ADMINS, ...BY_NAME };

/** The roles of personas on resources; a persona without a role may not know that the resource exists. */
export const ROLES: Record<Resource, Roles> = {
  S1: PUBLIC,
  S2: SHARED,
  S3: BY_NAME,
  I1: PUBLIC,
  I2: SHARED,
  I3: BY_NAME,
  I4: { author: 'owner', named: 'editor' },
  I5: { ...ANYONE, ...MEMBERS, admin: 'viewer', hub_owner: 'viewer', ...BY_NAME },
  I6: { author: 'owner' },
  I7: { ...SHARED, guest: 'commenter' },
  F1: { ...ANYONE, ...SHARED },
  F2: SHARED,
  F3: BY_NAME,
  F4: { author: 'owner' },
  F5: { ...ANYONE, ...MEMBERS, admin: 'viewer', hub_owner: 'viewer', ...BY_NAME },
};

/** The hub is private: for a persona without a role it does not exist. */
export const HUB_ROLE: Partial<Record<Persona, HubRole>> = {
  guest: 'guest',
  member: 'member',
  named: 'member',
  author: 'member',
  viewer: 'member',
  commenter: 'member',
  editor: 'member',
  owner: 'member',
  admin: 'admin',
  hub_owner: 'owner',
};

/** The weakest role that allows an operation on an item or a folder. */
export const ITEM_NEEDS = {
  view: 'viewer',
  // For signed-in users.
  'keep at hand': 'viewer',
  download: 'viewer',
  comment: 'commenter',
  change: 'editor',
  move: 'editor',
  share: 'editor',
  archive: 'editor',
  trash: 'editor',
  restore: 'editor',
  delete: 'owner',
  // Not for users who only see the item because everybody does.
  'read comments': 'viewer',
  'moderate comments': 'editor',
} as const satisfies Record<string, ItemRole>;
export type ItemNeed = keyof typeof ITEM_NEEDS;

/** The weakest role that allows an operation on a form. */
export const FORM_NEEDS = {
  view: 'viewer',
  submit: 'viewer',
  change: 'editor',
  publish: 'editor',
  share: 'editor',
  trash: 'editor',
  restore: 'editor',
  delete: 'owner',
  // Not for the hub's admins, unless they are editors there by name or created the form.
  'read answers': 'editor',
  'correct answers': 'editor',
  'delete answers': 'owner',
} as const satisfies Record<string, ItemRole>;
export type FormNeed = keyof typeof FORM_NEEDS;

/** The weakest role that allows an operation on a space. */
export const SPACE_NEEDS = {
  view: 'viewer',
  // For signed-in users.
  'keep at hand': 'viewer',
  'create item': 'editor',
  share: 'editor',
  change: 'owner',
  'change members': 'owner',
  archive: 'owner',
  delete: 'owner',
  // Not for users who are no members, nor for guests who were not added.
  'see its people': 'viewer',
  // Only the hub's owner, whether or not they can see the space.
  'take over': 'owner',
  // Not for users who only see the space because everybody does.
  'read discussions': 'viewer',
  discuss: 'commenter',
  'moderate discussions': 'editor',
} as const satisfies Record<string, ItemRole>;
export type SpaceNeed = keyof typeof SPACE_NEEDS;

/** The hub roles that allow an operation on the hub. */
export const HUB_NEEDS = {
  view: ['guest', 'member', 'admin', 'owner'],
  'see its people': ['member', 'admin', 'owner'],
  'create space': ['member', 'admin', 'owner'],
  'invite, approve': ['admin', 'owner'],
  'change its people': ['admin', 'owner'],
  'change settings': ['admin', 'owner'],
  'read the audit log': ['admin', 'owner'],
  'export everything': ['admin', 'owner'],
  'transfer, delete': ['owner'],
  'take a space over': ['owner'],
} as const satisfies Record<string, readonly HubRole[]>;
export type HubNeed = keyof typeof HUB_NEEDS;

const STRENGTH: Record<ItemRole, number> = { viewer: 1, commenter: 2, editor: 3, owner: 4 };

/** Whether a role is at least as strong as the required one. */
export const suffices = (role: ItemRole, needed: ItemRole) => STRENGTH[role] >= STRENGTH[needed];

/**
 * The expected outcome of an attempt: it succeeds, is forbidden, or the resource does not exist for the
 * caller.
 */
export type Outcome = 'done' | 'forbidden' | 'unknown';

/** Users whose role on a resource is what everybody has on it. */
const ONLY_AS_ANYONE: Partial<Record<Resource, readonly Persona[]>> = {
  S1: ['anonymous', 'stranger', 'suspended', 'guest'],
  I1: ['anonymous', 'stranger', 'suspended', 'guest'],
  I5: ['anonymous', 'stranger', 'suspended', 'guest', 'member', 'named', 'author', 'admin', 'hub_owner'],
};

export function outcomeOnItem(persona: Persona, resource: ItemResource, need: ItemNeed): Outcome {
  const role = ROLES[resource][persona];
  if (!role) return 'unknown';
  if (need === 'read comments' && ONLY_AS_ANYONE[resource]?.includes(persona))
    return persona === 'anonymous' ? 'unknown' : 'forbidden';
  // A visitor gets 401 where the operation requires a user.
  if (persona === 'anonymous' && (need === 'keep at hand' || !suffices(role, ITEM_NEEDS[need])))
    return 'unknown';
  return suffices(role, ITEM_NEEDS[need]) ? 'done' : 'forbidden';
}

export function outcomeOnForm(persona: Persona, resource: FormResource, need: FormNeed): Outcome {
  const role = ROLES[resource][persona];
  if (!role) return 'unknown';
  const isByAdmin = (persona === 'admin' || persona === 'hub_owner') && need.endsWith('answers');
  const may = suffices(role, FORM_NEEDS[need]) && !isByAdmin;
  if (persona === 'anonymous' && !may) return 'unknown';
  return may ? 'done' : 'forbidden';
}

export function outcomeOnSpace(persona: Persona, resource: SpaceResource, need: SpaceNeed): Outcome {
  const role = ROLES[resource][persona];
  if (need === 'take over' && persona === 'hub_owner') return 'done';
  if (!role || (persona === 'anonymous' && need !== 'view')) return 'unknown';
  if (need === 'take over') return 'forbidden';
  if (need === 'see its people' && !HUB_ROLE[persona]) return 'unknown';
  if (need === 'see its people' && HUB_ROLE[persona] === 'guest') return 'forbidden';
  if (need === 'read discussions' && ONLY_AS_ANYONE[resource]?.includes(persona)) return 'forbidden';
  return suffices(role, SPACE_NEEDS[need]) ? 'done' : 'forbidden';
}

export function outcomeOnHub(persona: Persona, need: HubNeed): Outcome {
  const role = HUB_ROLE[persona];
  if (!role) return 'unknown';
  // A guest may not know the other members of the hub.
  if (role === 'guest' && need === 'change its people') return 'unknown';
  const may: readonly HubRole[] = HUB_NEEDS[need];
  return may.includes(role) ? 'done' : 'forbidden';
}
