import { contactPath } from '#components/sharing/contact-lists.ts';
import { namedContacts } from '#lib/contacts/named-contacts.ts';
import type { DirectoryPerson } from '#lib/contract/directory.ts';
import type { MemberContact } from '#lib/contract/member-contacts.ts';
import { personPath } from './result-location.ts';

/** What can be opened of a person: the member, or one of the contacts of the same address. */
export type PersonEntry = { person: DirectoryPerson; contact: MemberContact | null };

/** The entries of people in their order: each member, then their contacts. */
export const personEntries = (people: readonly DirectoryPerson[]): PersonEntry[] =>
  people.flatMap((person) => [
    { person, contact: null },
    ...namedContacts(person.contacts).named.map((contact) => ({ person, contact })),
  ]);

export const personEntryPath = (handle: string, { person, contact }: PersonEntry): string =>
  contact ? contactPath(handle, contact) : personPath(handle, person);
