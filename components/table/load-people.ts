import type { Person } from '#components/sharing/person.ts';
import { loadAllPages } from '#services/all-pages.ts';
import { listMembers } from '#services/members.ts';

/** Members whose names are read from a pasted text; the names of others come with their rows. */
const PEOPLE_MAX = 500;
const PAGE = 100;

export async function loadPeople(handle: string, signal: AbortSignal): Promise<Person[]> {
  const load = async (page: number) => {
    const { data, hasMore, count, error } = await listMembers(handle, { page, page_size: PAGE }, signal);
    return { data, count, hasMore: hasMore && !error };
  };
  const { data } = await loadAllPages(load, { size: PAGE, most: PEOPLE_MAX });
  return data.map(({ id, first_name, last_name, email }) => ({
    id,
    name: `${first_name} ${last_name}`.trim() || email,
    mail: email,
  }));
}
