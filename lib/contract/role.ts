import { HUB_ROLES, ITEM_ROLES, VISIBILITIES } from '#lib/access/roles.ts';
import { choiceField } from '#lib/contract/text-field.ts';

/** The roles and visibilities of `docs/permissions.md`, as fields of requests and responses. */
export const hubRole = choiceField('Role', HUB_ROLES);
export const itemRole = choiceField('Role', ITEM_ROLES);
export const visibilityField = choiceField('Visibility', VISIBILITIES);
