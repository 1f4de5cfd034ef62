import type { HubRole, ItemRole } from './roles.ts';

/** The name of each hub role in the interface. */
export const HUB_ROLE_NAMES: Record<HubRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
};

/** The name of each role of a space, an item or a form in the interface. */
export const ITEM_ROLE_NAMES: Record<ItemRole, string> = {
  owner: 'Owner',
  editor: 'Editor',
  commenter: 'Commenter',
  viewer: 'Viewer',
};

const NAMES: Record<HubRole | ItemRole, string> = { ...HUB_ROLE_NAMES, ...ITEM_ROLE_NAMES };

/** The name of a role within a sentence. */
export const roleInSentence = (role: HubRole | ItemRole) => NAMES[role].toLowerCase();

const ITEM_ROLE_TEXTS: Record<ItemRole, string> = {
  owner: 'can do everything',
  editor: 'can view and change',
  commenter: 'can view and comment',
  viewer: 'can view',
};

/** A role with what it allows, where one is chosen. */
export const describedRole = (role: ItemRole) => `${ITEM_ROLE_NAMES[role]} (${ITEM_ROLE_TEXTS[role]})`;
