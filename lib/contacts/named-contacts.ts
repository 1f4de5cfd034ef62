import type { MemberContact } from '#lib/contract/member-contacts.ts';

/** Contact lists of one person that are named at once; the others are counted. */
const LISTS_NAMED_MAX = 3;

/**
 * The contacts of one person that are named beside them: the first row of each of the first lists. A search leaves out just
 * these rows.
 * @returns them, and the first row of each of the other lists
 */
export function namedContacts(contacts: readonly MemberContact[]): {
  named: MemberContact[];
  others: MemberContact[];
} {
  const lists = new Map<string, MemberContact>();
  for (const contact of contacts) if (!lists.has(contact.item_id)) lists.set(contact.item_id, contact);
  const first = [...lists.values()];
  return { named: first.slice(0, LISTS_NAMED_MAX), others: first.slice(LISTS_NAMED_MAX) };
}
