import { useQueryClient } from '@tanstack/react-query';
import type { ListPages } from '#context/list-pages.ts';
import { insertEntry, removeEntry, replaceEntry } from '#context/list-pages.ts';
import { reloadQueries } from '#context/reload-queries.ts';
import { useListQuery } from '#context/use-list-query.ts';
import type { FormEntry } from '#lib/contract/form.ts';
import { listForms } from '#services/form-list.ts';
import type { ListPage } from '#services/http.ts';

export type FormsControl = {
  forms: FormEntry[];
  hasMore: boolean;
  loading: boolean;
  error: string | null;
  /** Loads the page after the last one; also the retry after it failed. */
  loadMore: () => Promise<void>;
  replace: (form: FormEntry) => void;
  /** A form was moved to the trash or restored: the open view is updated. */
  settle: (form: FormEntry, where: { trashed: boolean }) => void;
  drop: (id: string) => void;
};

type Options = { slug: string; q: string; trashed: boolean; first: ListPage<FormEntry> };

const idOf = ({ id }: FormEntry) => id;
const formsKey = (slug: string, where: 'space' | 'trash') => ['space', slug, 'forms', where];

/** A space's forms, or those in its trash, page by page. */
export function useForms({ slug, q, trashed, first }: Options): FormsControl {
  const client = useQueryClient();
  const { entries, hasMore, loading, error, loadMore } = useListQuery({
    of: formsKey(slug, trashed ? 'trash' : 'space'),
    // The server does not render the trash.
    filter: { q, trashed },
    first,
    load: ({ page }, signal) =>
      listForms(slug, { page, ...(q ? { q } : {}), ...(trashed ? { trashed } : {}) }, { signal }),
    idOf,
  });
  /** Changes each view of these forms that is cached when it is called. */
  const change = (
    where: 'space' | 'trash',
    act: (pages: ListPages<FormEntry>) => ListPages<FormEntry>,
  ): void => {
    client.setQueriesData<ListPages<FormEntry>>(
      { queryKey: formsKey(slug, where) },
      (pages) => pages && act(pages),
    );
  };
  const everywhere = (act: (pages: ListPages<FormEntry>) => ListPages<FormEntry>) => {
    change('space', act);
    change('trash', act);
  };
  return {
    forms: entries,
    hasMore,
    loading,
    error,
    loadMore,
    replace: (form) => everywhere((pages) => replaceEntry(pages, form, idOf)),
    settle: (form, where) => {
      change(where.trashed ? 'space' : 'trash', (pages) => removeEntry(pages, form.id, idOf));
      if (!where.trashed) change('space', (pages) => insertEntry(pages, form, idOf));
      // Only the server knows the trash's data of a form.
      else void reloadQueries(client, formsKey(slug, 'trash'));
    },
    drop: (id) => everywhere((pages) => removeEntry(pages, id, idOf)),
  };
}
