import type { SearchResult } from '#lib/contract/search.ts';
import type { Where } from '#lib/passage.ts';
import type { Answer } from '../http/route.ts';
import { presentItem } from '../item/item.presenter.ts';
import type { Found } from './search.service.ts';
import { markHtml, snippetOf } from './snippet.ts';

function presentPlace(place: Where | null): SearchResult['match'] {
  switch (place?.type) {
    case undefined:
      return { where: 'title' };
    case 'page':
      return { where: 'page', page: place.page };
    case 'slide':
      return { where: 'slide', slide: place.slide };
    case 'section':
      return { where: 'section', heading: place.heading };
    case 'rows':
      return {
        where: 'rows',
        rows: { from: place.from, to: place.to },
        ...(place.sheet === undefined ? {} : { sheet: place.sheet }),
      };
    case 'row':
      return { where: 'row', row_id: place.row_id };
    case 'message':
      return { where: 'message' };
    case 'text':
      return { where: 'text' };
  }
}

/** Results as the contract has them; `corrected` beside them where other words than those typed were found. */
export function presentResults(found: Found): Answer {
  const data: SearchResult[] = found.results.map(({ hit, item }) => ({
    item: presentItem(item, found.children.get(item.id)),
    space:
      item.sees_space === false
        ? { id: '', slug: '', name: '' }
        : { id: item.space_id, slug: item.space_slug, name: item.space_name },
    match: presentPlace(hit.place),
    title: markHtml(hit.title),
    snippet: snippetOf(hit),
    score: Math.round(hit.score * 10_000) / 10_000,
  }));
  const { page, page_size, count, corrected } = found;
  return { envelope: { data, count, page, page_size, ...(corrected ? { corrected } : {}) } };
}
