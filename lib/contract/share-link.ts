import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { item } from '#lib/contract/item.ts';
import { choiceField, idField, textField, typeError } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** The roles that a link can give: a link's holder never owns. */
export const SHARE_LINK_ROLES = ['editor', 'commenter', 'viewer'] as const;

/** The roles that are offered for each kind of resource: holders of a link to a form view and submit it. */
export const SHARE_LINK_ROLES_BY_KIND: Record<
  'item' | 'form' | 'view',
  readonly (typeof SHARE_LINK_ROLES)[number][]
> = {
  item: SHARE_LINK_ROLES,
  form: ['viewer'],
  view: ['viewer'],
};

/** Keeps proof of opened links inaccessible to scripts. */
export const SHARE_LINK_COOKIE = 'hubkeep_links';
/** Between the passes in the cookie; no part of a token. */
export const SHARE_LINK_COOKIE_SEPARATOR = '~';
/** The most opened links that are stored at a time. */
export const OPEN_SHARE_LINKS_MAX = 6;

const PASSWORD_MAX = 255;
const password = textField('Password', { max: PASSWORD_MAX });

/** A time in the future. */
const expiresAt = z
  .string({ error: typeError('Expiry', 'datetime') })
  .refine((value) => z.iso.datetime({ offset: true }).safeParse(value).success, {
    error: message.invalidType('Expiry', 'datetime'),
    abort: true,
  })
  .refine((value) => Date.parse(value) > Date.now(), { error: 'Expiry must lie in the future' })
  .transform((value) => new Date(value));

export const createShareLinkRequest = z.object({
  role: choiceField('Role', SHARE_LINK_ROLES).default('viewer'),
  expires_at: expiresAt.nullish(),
  password: password.nullish(),
});
export type CreateShareLinkRequest = z.input<typeof createShareLinkRequest>;

export const shareLinkParams = z.object({ id: idField('Thing'), link_id: idField('Link') });

export const shareLink = z.object({
  id: z.string(),
  role: z.enum(SHARE_LINK_ROLES),
  has_password: z.boolean(),
  created_by: z.object({ id: z.string(), name: z.string() }),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  /** False once it expired, or its creator may not share any more. */
  works: z.boolean(),
});
export type ShareLink = z.output<typeof shareLink>;

/** A link's address is available only at its creation. */
export const newShareLink = shareLink.extend({ token: z.string(), url: z.string() });
export type NewShareLink = z.output<typeof newShareLink>;

export const openShareLinkRequest = z.object({
  token: textField('Link', { max: 500 }),
  password: password.nullish(),
});

/** A link of a view only reads. */
export const createViewLinkRequest = z.strictObject({
  expires_at: expiresAt.nullish(),
  password: password.nullish(),
});
export type CreateViewLinkRequest = z.input<typeof createViewLinkRequest>;

export const viewLinkParams = z.object({
  id: idField('Item'),
  view_id: idField('View'),
  link_id: idField('Link'),
});

/**
 * The linked resource, for a caller who opened the link: an item, a view of a table, or a form to fill. `pass` is sent in the
 * `Share-Token` header, and expires.
 */
export const openedShareLink = z.object({
  pass: z.string(),
  /** Seconds that the pass is good for; the link may end before. */
  pass_seconds: z.number(),
  role: z.enum(SHARE_LINK_ROLES),
  expires_at: z.string().nullable(),
  item: item.nullable(),
  /** Filled at its public address, `/f/{slug}`. */
  form: z.object({ id: z.string(), slug: z.string(), title: z.string() }).nullable(),
  /** Read below `shared-views/{id}/`. */
  view: z.object({ id: z.string() }).nullable(),
});
export type OpenedShareLink = z.output<typeof openedShareLink>;
