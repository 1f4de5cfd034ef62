import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { queryText } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** Members whose contacts are asked for at once: as many as a page has. */
export const MEMBER_CONTACTS_MAX = 100;
/** Of an id with its comma. */
const ID_LENGTH = 37;

/** A person of a contact list: the row, and the list as far as the reader may see where it is. */
export const memberContact = z.object({
  item_id: z.string(),
  /** The list's. */
  title: z.string(),
  /** Empty for readers who can't see the list's space. */
  space_slug: z.string(),
  row_id: z.string(),
});
export type MemberContact = z.output<typeof memberContact>;

export const memberContactsQuery = z.object({
  /** Ids of members, separated by commas. */
  members: queryText('Members', { max: MEMBER_CONTACTS_MAX * ID_LENGTH })
    .transform((text) => (text ?? '').split(',').filter((one) => one !== ''))
    .refine((ids) => ids.length <= MEMBER_CONTACTS_MAX, {
      error: message.maxCount('Members', MEMBER_CONTACTS_MAX),
    }),
});

/** A member, and the people with their confirmed address in contact lists that the reader may see. */
export const contactsOfMember = z.object({ id: z.string(), contacts: z.array(memberContact) });
export type ContactsOfMember = z.output<typeof contactsOfMember>;
