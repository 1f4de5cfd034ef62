import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { DIRECTORY_QUERY_LENGTH } from '#lib/contract/directory-limits.ts';
import { memberContact } from '#lib/contract/member-contacts.ts';
import { queryText } from '#lib/contract/text-field.ts';
import { space, spaceSummary } from './space.ts';

export const directoryQuery = z.object({ q: queryText('Search', { max: DIRECTORY_QUERY_LENGTH }) });

/** A space that was found by its name, address or description. */
export const directorySpace = spaceSummary.extend({ description: space.shape.description });
export type DirectorySpace = z.output<typeof directorySpace>;

/** A person of the hub; only members find people (guests and visitors find nobody). */
export const directoryPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  avatar_url: z.string().nullable(),
  /** The same person in contact lists that the caller may see: by the confirmed address. */
  contacts: z.array(memberContact),
});
export type DirectoryPerson = z.output<typeof directoryPerson>;

/** Spaces and people of a hub that match the typed text, best first; a few of each. */
export const directory = z.object({ spaces: z.array(directorySpace), people: z.array(directoryPerson) });
export type Directory = z.output<typeof directory>;
