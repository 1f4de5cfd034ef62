import { formOperations, hubOperations, itemOperations, spaceOperations } from '#lib/access/operations.ts';
import { HUB_ROLE_NAMES, ITEM_ROLE_NAMES } from '#lib/access/role-names.ts';
import { HUB_ROLES, ITEM_ROLES, type ItemRole, type Visibility } from '#lib/access/roles.ts';
import type { BasicSettings } from '#lib/contract/core.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#lib/contract/envelope.ts';
import { PICTURE_MAX_BYTES } from '#lib/contract/picture-field.ts';
import { PROFILE_ROLES } from '#lib/contract/profile-roles.ts';
import { FIELD_TYPES } from '#lib/fields/field-types.ts';
import { HANDLE_MAX } from '#lib/text/handle.ts';
import { PASSWORD_MAX } from '#lib/text/rules.ts';
import { CONTACT_KINDS, UPLOAD_TYPES } from '#lib/text/upload-types.ts';
import type { Config } from '#server/platform/config/config.ts';

const VISIBILITY_NAMES: Record<Visibility, string> = {
  public: 'Public',
  shared: 'Shared',
  private: 'Private',
};

/** The kinds of content (docs/product-rules.md §3), as lists of them are headed. */
const KIND_LABELS = {
  document: 'Documents',
  table: 'Tables',
  email: 'Emails',
  contact: 'Contacts',
  general: 'General',
  image: 'Images',
  media: 'Media',
  folder: 'Folder',
} as const;

const visibilities = (order: Visibility[], names: Partial<Record<Visibility, string>> = {}) =>
  order.map((code) => ({ code, name: names[code] ?? VISIBILITY_NAMES[code] }));

const itemRoles = (operations: (role: ItemRole) => string[]) =>
  ITEM_ROLES.map((code) => ({ code, name: ITEM_ROLE_NAMES[code], operations: operations(code) }));

/** Everything that screens know of permissions, roles, kinds and limits; the same for everybody. */
export function basicSettings(config: Config): BasicSettings {
  const everyone = { public: 'Everyone' };
  return {
    permissions: {
      space: visibilities(['public', 'shared', 'private']),
      item: visibilities(['public', 'shared', 'private'], everyone),
      form: visibilities(['public', 'shared', 'private'], everyone),
    },
    roles: {
      hub: HUB_ROLES.map((code) => ({
        code,
        name: HUB_ROLE_NAMES[code],
        operations: hubOperations(code, true),
      })),
      space: itemRoles(spaceOperations),
      item: itemRoles(itemOperations),
      form: itemRoles(formOperations),
    },
    profile_roles: [...PROFILE_ROLES],
    kinds: Object.entries(KIND_LABELS).map(([code, label]) => ({ code, label })),
    contact_kinds: CONTACT_KINDS.map((code) => ({ code, label: KIND_LABELS[code] })),
    field_types: [...FIELD_TYPES],
    upload_types: Object.fromEntries(
      Object.entries(UPLOAD_TYPES).map(([kind, extensions]) => [kind, [...extensions]]),
    ),
    mail: { is_configured: config.smtp !== null },
    limits: {
      upload_bytes: config.maxUploadBytes,
      picture_bytes: PICTURE_MAX_BYTES,
      page_size: PAGE_SIZE,
      max_page_size: MAX_PAGE_SIZE,
      title_length: 255,
      name_length: 255,
      handle_length: HANDLE_MAX,
      description_length: 2000,
      password_length: PASSWORD_MAX,
    },
  };
}
