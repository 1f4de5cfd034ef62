import type { Person } from '#components/sharing/person.ts';
import { listMembers } from '#services/members.ts';

/** Members whose names are read from a pasted text; the names of others come with their rows. */
const PEOPLE_MAX = 500;
const PAGE = 100;

export async function loadPeople(handle: string, signal: AbortSignal): Promise<Person[]> {
  const people: Person[] = [];
  for (let page = 1; people.length < PEOPLE_MAX; page += 1) {
    const found = await listMembers(handle, { page, page_size: PAGE }, signal);
    for (const { id, first_name, last_name, email } of found.data)
      people.push({ id, name: `${first_name} ${last_name}`.trim() || email, mail: email });
    if (!found.hasMore || found.error) break;
  }
  return people;
}
