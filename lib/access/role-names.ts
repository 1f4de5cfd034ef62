import type { HubRole, ItemRole } from './roles.ts';

/** What each role of a hub is called, wherever somebody reads it. */
export const HUB_ROLE_NAMES: Record<HubRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
};

/** What each role of a space, an item or a form is called, wherever somebody reads it. */
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

/** A role with what it lets somebody do, where one is chosen. */
export const describedRole = (role: ItemRole) => `${ITEM_ROLE_NAMES[role]} (${ITEM_ROLE_TEXTS[role]})`;
