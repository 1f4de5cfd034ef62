import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { item } from '#lib/contract/item.ts';
import { choiceField, idField, textField, typeError } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** What a link can give: who only holds a link never owns. */
export const SHARE_LINK_ROLES = ['editor', 'commenter', 'viewer'] as const;

/** What is offered for each kind of thing: whoever holds a link to a form sees and answers it. */
export const SHARE_LINK_ROLES_BY_KIND: Record<'item' | 'form', readonly (typeof SHARE_LINK_ROLES)[number][]> =
  {
    item: SHARE_LINK_ROLES,
    form: ['viewer'],
  };

/** Keeps proof of the links that were opened out of reach of scripts. */
export const SHARE_LINK_COOKIE = 'hubkeep_links';
/** Between the passes in the cookie; no part of a token. */
export const SHARE_LINK_COOKIE_SEPARATOR = '~';
/** So many opened links are kept at a time. */
export const OPEN_SHARE_LINKS_MAX = 6;

const PASSWORD_MAX = 255;
const password = textField('Password', { max: PASSWORD_MAX });

/** A moment that is still to come. */
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
  /** False once it ran out, or who made it may not share any more. */
  works: z.boolean(),
});
export type ShareLink = z.output<typeof shareLink>;

/** A link's address is known only at this moment. */
export const newShareLink = shareLink.extend({ token: z.string(), url: z.string() });
export type NewShareLink = z.output<typeof newShareLink>;

export const openShareLinkRequest = z.object({
  token: textField('Link', { max: 500 }),
  password: password.nullish(),
});

/** What is behind a link, for who opened it: an item, or a form to fill. `pass` goes into the `Share-Token` header, and ends by itself. */
export const openedShareLink = z.object({
  pass: z.string(),
  /** Seconds that the pass is good for; the link may end before. */
  pass_seconds: z.number(),
  role: z.enum(SHARE_LINK_ROLES),
  expires_at: z.string().nullable(),
  item: item.nullable(),
  /** Filled at its public address, `/f/{slug}`. */
  form: z.object({ id: z.string(), slug: z.string(), title: z.string() }).nullable(),
});
export type OpenedShareLink = z.output<typeof openedShareLink>;
