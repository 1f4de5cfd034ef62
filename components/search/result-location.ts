import type { IntlShape } from 'react-intl';
import { itemPath, NO_SPACE } from '#lib/browser/item-path.ts';
import type { SearchResult } from '#lib/contract/search.ts';

/** The location of a result in its item as text ("page 7"); null where it is the whole item. */
export function resultLocation(intl: IntlShape, { match }: Pick<SearchResult, 'match'>): string | null {
  const { page, slide, heading, rows, row, sheet, submission_id, comment_id } = match;
  if (comment_id !== undefined) return intl.formatMessage({ id: 'search.place_comment' });
  if (submission_id !== undefined) return intl.formatMessage({ id: 'search.place_submission' });
  if (page !== undefined) return intl.formatMessage({ id: 'search.place_page' }, { page });
  if (slide !== undefined) return intl.formatMessage({ id: 'search.place_slide' }, { slide });
  if (rows) {
    const rowText =
      row === undefined
        ? intl.formatMessage({ id: 'search.place_rows' }, rows)
        : intl.formatMessage({ id: 'search.place_row' }, { from: row });
    return sheet ? intl.formatMessage({ id: 'search.place_sheet_rows' }, { sheet, rows: rowText }) : rowText;
  }
  return heading || null;
}

/** The fragment of an item's address for the location. */
function hashOf({ page, slide, heading, rows, row, sheet }: SearchResult['match']): string {
  if (page !== undefined) return `#page=${page}`;
  if (slide !== undefined) return `#slide=${slide}`;
  if (rows) {
    const place = row === undefined ? `rows=${rows.from}` : `row=${row}`;
    return `#${place}${sheet ? `&sheet=${encodeURIComponent(sheet)}` : ''}`;
  }
  return heading ? `#section=${encodeURIComponent(heading)}` : '';
}

/** The fragment of a page's address that opens a comment. */
const commentHash = ({ comment_id }: SearchResult['match']): string =>
  comment_id === undefined ? '' : `#comment-${comment_id}`;

/** The address of the item's page at the location of the result, with the search terms. */
export function resultPath(
  handle: string,
  { item, match, form }: Pick<SearchResult, 'item' | 'match' | 'form'>,
  query: string,
): string {
  if (form) return formPath(handle, { item, match, form });
  if (item.kind === 'post') return `/${handle}/${item.space_slug}/posts/${item.id}${commentHash(match)}`;
  const path = itemPath(handle, item);
  if (match.comment_id !== undefined) return `${path}${commentHash(match)}`;
  const params = new URLSearchParams();
  if (query.trim()) params.set('q', query.trim());
  // The server begins the table's page with the rows around it.
  if (match.row_id !== undefined) params.set('row', match.row_id);
  const queryString = params.size > 0 ? `?${params}` : '';
  return `${path}${queryString}${hashOf(match)}`;
}

type FoundForm = Pick<SearchResult, 'item' | 'match'> & { form: { slug: string } };

/**
 * For a user who may change the form, its own page, opened at the submission that matched; for others the fill page.
 */
function formPath(handle: string, { item, match, form }: FoundForm): string {
  if (!item.allowed.includes('form.change')) return `/f/${form.slug}`;
  const path = `/${handle}/${item.space_slug || NO_SPACE}/forms/${item.id}`;
  return match.submission_id === undefined ? path : `${path}?tab=answers&answer=${match.submission_id}`;
}

/** The list of the hub's members, filtered to this one. */
export const personPath = (handle: string, { email }: { email: string }): string =>
  `/${handle}/members?${new URLSearchParams({ q: email })}`;
