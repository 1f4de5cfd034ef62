import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { disclosureField } from '#lib/contract/disclosure.ts';
import { formEntry } from '#lib/contract/form.ts';
import { ITEM_KINDS, item } from '#lib/contract/item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { hubRole, itemRole, visibilityField } from '#lib/contract/role.ts';
import { idField, queryText, typeError } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** People who are added to one thing by name. */
export const PEOPLE_MAX = 500;

/** Somebody of the hub by id, or anybody by address. */
const grantRequest = z
  .object({
    user_id: idField('Person').optional(),
    email: z
      .string({ error: typeError('Email', 'text') })
      .max(1000)
      .optional(),
    role: itemRole,
  })
  .refine((grant) => (grant.user_id === undefined) !== (grant.email === undefined), {
    error: 'Name each person by user_id or by email',
  });

/** The whole of a thing's own people: who is not in the list any more is taken out. */
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

/** Why somebody may see a thing. */
export const REASON_CODES = ['creator', 'by_name', 'admin', 'member', 'public', 'link'] as const;

export const accessReason = z.object({
  code: z.enum(REASON_CODES),
  role: itemRole,
  /** What gives the role: the thing itself, a folder above it or its space; where the asker may not see it, its name is null and its id is none. */
  source: z.object({
    kind: z.enum(['space', 'form', ...ITEM_KINDS]),
    id: z.string(),
    name: z.string().nullable(),
    /** Of the space that it is or lies in; null where the asker may not see one of them. */
    space_slug: z.string().nullable(),
    /** It is the thing that was asked about. */
    is_this: z.boolean(),
  }),
  /** Who added the person, or made the link; null where nobody is known to have. */
  by: z.string().nullable(),
  at: z.string().nullable(),
});
export type AccessReason = z.output<typeof accessReason>;

export const accessPerson = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for who may not know it: guests. */
  email: z.string().nullable(),
  avatar_url: z.string().nullable(),
  hub_role: hubRole,
});
export type AccessPerson = z.output<typeof accessPerson>;

/** One line of “Who can see this?”: everybody, a link, or a person, with the strongest role and what it comes from. */
export const whoCanSeeEntry = z.object({
  kind: z.enum(['anyone', 'link', 'person']),
  role: itemRole,
  person: accessPerson.nullable(),
  link: z.object({ id: z.string(), has_password: z.boolean(), expires_at: z.string().nullable() }).nullable(),
  /** The strongest first. */
  reasons: z.array(accessReason),
  /** What the thing itself gives the person by name; null for nothing. */
  own_role: itemRole.nullable(),
  /** What the caller may do: give another `own_role`, take the person out, end the link. */
  allowed: z.array(z.enum(['change_role', 'remove', 'revoke'])),
  /** The roles that the caller may give. */
  roles: z.array(itemRole),
});
export type WhoCanSeeEntry = z.output<typeof whoCanSeeEntry>;

export const whoCanSeeQuery = z.object({ ...pageQuery, q: queryText('Search') });
export type WhoCanSeeQuery = z.output<typeof whoCanSeeQuery>;

/** Who may do what with an item or a form: its own people, and what it inherits. */
export const resourceAccess = z.object({
  visibility: visibilityField,
  /** Who can really see it, through its folders and its space. */
  effective_visibility: visibilityField,
  revision: z.number(),
  my_role: itemRole.nullable(),
  /** The roles that the caller may give. */
  grantable: z.array(itemRole),
  hub: z.object({ name: z.string(), domain_handle: z.string() }),
  /** Everybody who is in by name, here or above; `role` is the strongest, `own_role` the one that this thing gives. */
  people: z.array(
    z.object({
      person: accessPerson,
      role: itemRole,
      own_role: itemRole.nullable(),
      /** Whether the caller may change `own_role` or take it away. */
      changeable: z.boolean(),
      reasons: z.array(accessReason),
    }),
  ),
  /** Those who are in as many: anyone, the hub's members, its admins. */
  groups: z.array(accessReason),
  /** Addresses that were invited to this and have not answered; none for guests. */
  invited: z.array(z.object({ invite_id: z.string(), email: z.string(), role: itemRole })),
});
export type ResourceAccess = z.output<typeof resourceAccess>;

/** An invitation that a change of access made, for who hands it over. */
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
  /** The role that was given by name; `my_role` may be stronger. */
  role: itemRole,
  /** Who shared it; null where that is not known any more. */
  shared_by: z.string().nullable(),
  shared_at: z.string(),
});
export type SharedResource = z.output<typeof sharedResource>;
