/** What one page of a list with numbered pages says; `count` where the list is counted. */
export type NumberedPage<T> = { data: readonly T[]; hasMore: boolean; count?: number | null };

/** Pages after the first one that are asked for side by side, where nobody knows how many there are; then twice as many. */
const FIRST_TOGETHER = 3;
/** Pages that are asked for side by side at most. */
const TOGETHER_MAX = 10;

/**
 * The entries of a list with numbered pages: usually one request; the further ones side by side, ten at most.
 * @param load asks for a page, from 1; throws the client's error
 * @param size entries of a full page
 * @param most no page begins behind so many entries
 * @returns the entries in their order, and whether there are more
 */
export async function loadAllPages<T>(
  load: (page: number) => Promise<NumberedPage<T>>,
  { size, most }: { size: number; most: number },
): Promise<{ data: T[]; hasMore: boolean }> {
  const first = await load(1);
  const data = [...first.data];
  let { hasMore } = first;
  const count = first.count ?? null;
  const last = Math.ceil(Math.min(count ?? most, most) / size);
  let together = count === null ? FIRST_TOGETHER : TOGETHER_MAX;
  for (let page = 2; hasMore && page <= last; together *= 2) {
    const length = Math.min(together, TOGETHER_MAX, last - page + 1);
    const from = page;
    const pages = await Promise.all(Array.from({ length }, (_, at) => load(from + at)));
    for (const one of pages) {
      if (!hasMore) break;
      data.push(...one.data);
      hasMore = one.hasMore;
    }
    page += length;
  }
  return { data, hasMore };
}
