import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { disclosureField } from '#lib/contract/disclosure.ts';
import { formEntry } from '#lib/contract/form.ts';
import { ITEM_KINDS, item } from '#lib/contract/item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { hubRole, itemRole, visibilityField } from '#lib/contract/role.ts';
import { idField, queryText, typeError } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** People who are added to one resource by name. */
export const PEOPLE_MAX = 500;

/** Somebody of the hub by id, one of its groups, or anybody by address. */
const grantRequest = z
  .strictObject({
    user_id: idField('Person').optional(),
    group_id: idField('Group').optional(),
    email: z
      .string({ error: typeError('Email', 'text') })
      .max(1000)
      .optional(),
    role: itemRole,
  })
  .refine(
    ({ user_id, group_id, email }) =>
      [user_id, group_id, email].filter((one) => one !== undefined).length === 1,
    { error: 'Name each person by user_id or by email, or a group by group_id' },
  );

/** All grants of a resource: people who are not in the list any more are removed. */
export const changeAccessRequest = z.object({
  visibility: visibilityField.optional(),
  people: z
    .array(grantRequest, { error: message.invalidType('People', 'list') })
    .max(PEOPLE_MAX, message.maxCount('People', PEOPLE_MAX))
    .optional(),
  disclosure: disclosureField,
});
export type ChangeAccessRequest = z.input<typeof changeAccessRequest>;

/** An item or a form, by its id. */
export const resourceParams = z.object({ id: idField('Thing') });

/** Why somebody may see a resource. */
export const REASON_CODES = ['creator', 'by_name', 'group', 'admin', 'member', 'public', 'link'] as const;

export const accessReason = z.object({
  code: z.enum(REASON_CODES),
  role: itemRole,
  /**
   * What gives the role: the resource itself, a folder above it or its space; where the requester may not see
   * it, its name is null and its id is a placeholder.
   */
  source: z.object({
    kind: z.enum(['space', 'form', ...ITEM_KINDS]),
    id: z.string(),
    name: z.string().nullable(),
    /** The space that it is or belongs to; null where the requester may not see one of them. */
    space_slug: z.string().nullable(),
    /** It is the requested resource itself. */
    is_this: z.boolean(),
  }),
  /** The group that is granted the role, where the code is `group`; guests get no name. */
  group: z.object({ id: z.string(), name: z.string().nullable() }).optional(),
  /** Who added the person or the group, or created the link; null where unknown. */
  by: z.string().nullable(),
  at: z.string().nullable(),
});
export type AccessReason = z.output<typeof accessReason>;

export const accessPerson = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for readers who may not know it: guests. */
  email: z.string().nullable(),
  avatar_url: z.string().nullable(),
  hub_role: hubRole,
});
export type AccessPerson = z.output<typeof accessPerson>;

/** One row of “Who can see this?”: everybody, a link, or a person, with the strongest role and its source. */
export const whoCanSeeEntry = z.object({
  kind: z.enum(['anyone', 'link', 'person']),
  role: itemRole,
  person: accessPerson.nullable(),
  link: z
    .object({
      id: z.string(),
      has_password: z.boolean(),
      expires_at: z.string().nullable(),
      /** Of a table: the saved view whose rows and columns the link shows, and no more; null for a link to the whole. */
      view: z.object({ id: z.string(), name: z.string() }).nullable(),
    })
    .nullable(),
  /** The strongest first. */
  reasons: z.array(accessReason),
  /** The role that the resource itself gives the person by name; null for none. */
  own_role: itemRole.nullable(),
  /** What the caller may do: grant another `own_role`, remove the person, revoke the link. */
  allowed: z.array(z.enum(['change_role', 'remove', 'revoke'])),
  /** The roles that the caller may grant. */
  roles: z.array(itemRole),
});
export type WhoCanSeeEntry = z.output<typeof whoCanSeeEntry>;

export const whoCanSeeQuery = z.object({ ...pageQuery, q: queryText('Search') });
export type WhoCanSeeQuery = z.output<typeof whoCanSeeQuery>;

/** Who may do what with an item or a form: its grants, and what it inherits. */
export const resourceAccess = z.object({
  visibility: visibilityField,
  /** Who can really see it, through its folders and its space. */
  effective_visibility: visibilityField,
  revision: z.number(),
  my_role: itemRole.nullable(),
  /** The roles that the caller may grant. */
  grantable: z.array(itemRole),
  hub: z.object({ name: z.string(), domain_handle: z.string() }),
  /**
   * Everybody with access by name, here or above; `role` is the strongest, `own_role` the one that this
   * resource gives.
   */
  people: z.array(
    z.object({
      person: accessPerson,
      role: itemRole,
      own_role: itemRole.nullable(),
      /** Whether the caller may change or remove `own_role`. */
      changeable: z.boolean(),
      reasons: z.array(accessReason),
    }),
  ),
  /** Groups with access: anyone, the hub's members, its admins. */
  groups: z.array(accessReason),
  /** The hub's groups that this resource itself grants a role; without names for guests. */
  granted_groups: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      members_count: z.number(),
      role: itemRole,
      /** Whether the caller may change or remove the role. */
      changeable: z.boolean(),
    }),
  ),
  /** Addresses with an open invite to this; none for guests. */
  invited: z.array(z.object({ invite_id: z.string(), email: z.string(), role: itemRole })),
});
export type ResourceAccess = z.output<typeof resourceAccess>;

/** An invite that a change of access created, with its link to pass on. */
export const accessInvitation = z.object({
  email: z.string(),
  status: z.enum(['invited', 'member', 'refused']),
  message: z.string().optional(),
  link: z.string().optional(),
});
export const changedAccess = resourceAccess.extend({ invitations: z.array(accessInvitation) });
export type ChangedAccess = z.output<typeof changedAccess>;

export const sharedQuery = z.object({ ...pageQuery, q: queryText('Search') });
export type SharedQuery = z.output<typeof sharedQuery>;

/** An item or a form (one of the two) that somebody else shared with the caller by name. */
export const sharedResource = z.object({
  item: item.nullable(),
  form: formEntry.nullable(),
  /** The role that was granted by name; `my_role` may be stronger. */
  role: itemRole,
  /** Who shared it; null where that is unknown. */
  shared_by: z.string().nullable(),
  shared_at: z.string(),
});
export type SharedResource = z.output<typeof sharedResource>;
