import { roleOfRank } from '#lib/access/roles.ts';
import type { SearchResult } from '#lib/contract/search.ts';
import type { PassageLocation } from '#lib/text/passage.ts';
import { formAllowed, formRole } from '#server/access/policy/form-policy.ts';
import type { Envelope } from '#server/api/route.ts';
import { presentItem } from '#server/items/item/item.presenter.ts';
import type { SearchMatch, SearchPage } from './search.service.ts';
import type { Hit } from './search-engine.ts';
import { markHtml, snippetOf } from './snippet.ts';

/** The row of a block with the first mark: a line is a row, unless rows between them are empty. */
function rowOf({ from, to }: { from: number; to: number }, { text, marks }: Hit['body']): number | undefined {
  if (from === to) return from;
  const lines = (until?: number) => text.slice(0, until).split('\n').length - 1;
  const first = marks[0];
  return first && lines() === to - from ? from + lines(first.start) : undefined;
}

function presentMark(place: PassageLocation | null, body: Hit['body']): SearchResult['match'] {
  switch (place?.type) {
    case undefined:
      return { where: 'title' };
    case 'page':
      return { where: 'page', page: place.page };
    case 'slide':
      return { where: 'slide', slide: place.slide };
    case 'section':
      return { where: 'section', heading: place.heading };
    case 'rows': {
      const row = rowOf(place, body);
      return {
        where: 'rows',
        rows: { from: place.from, to: place.to },
        ...(row === undefined ? {} : { row }),
        ...(place.sheet === undefined ? {} : { sheet: place.sheet }),
      };
    }
    case 'row':
      return { where: 'row', row_id: place.row_id };
    case 'message':
      return { where: 'message' };
    case 'text':
      return { where: 'text' };
  }
}

type Presented = Pick<SearchResult, 'item' | 'space' | 'match' | 'form'>;
const NO_SPACE = { id: '', slug: '', name: '' };

function presentItemFound(
  { hit, item, commentId }: Extract<SearchMatch, { item: unknown }>,
  { children }: SearchPage,
): Presented {
  return {
    item: presentItem(item, children.get(item.id)),
    space:
      item.sees_space === false
        ? NO_SPACE
        : { id: item.space_id, slug: item.space_slug, name: item.space_name },
    match: commentId ? { where: 'comment', comment_id: commentId } : presentMark(hit.place, hit.body),
  };
}

/** A post of a discussion as a result, found by itself or by a reply to it. */
function presentPostFound({ hit, post, commentId }: Extract<SearchMatch, { post: unknown }>): Presented {
  return {
    item: {
      id: post.id,
      kind: 'post',
      title: post.title,
      parent_id: null,
      space_slug: post.space_slug,
      visibility: post.space_visibility,
      effective_visibility: post.effective_visibility,
      version: 0,
      revision: 0,
      created_by: { id: post.created_by ?? '', name: post.author_name },
      created_at: post.created_at.toISOString(),
      updated_at: post.active_at.toISOString(),
      trashed_at: null,
      archived: post.space_archived_at !== null,
      archived_at: null,
      size: 0,
      mime: null,
      file_name: null,
      has_thumbnail: false,
      processing: { state: 'ready' },
      my_role: roleOfRank(post.rank),
      allowed: [],
      counts: { children: 0 },
    },
    space: { id: post.space_id, slug: post.space_slug, name: post.space_name },
    match: commentId
      ? { where: 'comment', comment_id: commentId }
      : { where: hit.body.marks.length > 0 ? 'text' : 'title' },
  };
}

/** A form as a result, found by itself or by a submission of it. */
function presentFormFound({ hit, form }: Extract<SearchMatch, { form: unknown }>): Presented {
  return {
    item: {
      id: form.id,
      kind: 'form',
      title: form.published_title ?? form.title,
      parent_id: null,
      space_slug: form.sees_space ? form.space_slug : '',
      visibility: form.visibility,
      effective_visibility: form.effective_visibility,
      version: form.published_version ?? 0,
      revision: form.revision,
      created_by: { id: '', name: '' },
      created_at: form.created_at.toISOString(),
      updated_at: form.updated_at.toISOString(),
      trashed_at: null,
      archived: form.space_archived_at !== null,
      archived_at: null,
      size: 0,
      mime: null,
      file_name: null,
      has_thumbnail: false,
      processing: { state: 'ready' },
      my_role: formRole(form),
      allowed: formAllowed(form),
      counts: { children: 0 },
    },
    space: form.sees_space ? { id: hit.space.id, slug: form.space_slug, name: hit.space.name } : NO_SPACE,
    match:
      hit.submissionId === null ? { where: 'title' } : { where: 'answer', submission_id: hit.submissionId },
    form: { slug: form.slug },
  };
}

/** Results in the contract's format; with `corrected` where other words than the typed ones were found. */
export function presentResults(found: SearchPage): Envelope<SearchResult[]> {
  const data = found.results.map(
    (result): SearchResult => ({
      ...('form' in result
        ? presentFormFound(result)
        : 'post' in result
          ? presentPostFound(result)
          : presentItemFound(result, found)),
      title: markHtml(result.hit.title),
      snippet: snippetOf(result.hit),
      score: Math.round(result.hit.score * 10_000) / 10_000,
    }),
  );
  const { page, page_size, count, corrected, suggestion } = found;
  return {
    envelope: {
      data,
      count,
      page,
      page_size,
      ...(corrected ? { corrected } : {}),
      ...(suggestion ? { suggestion } : {}),
    },
  };
}
