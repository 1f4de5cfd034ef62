import { useRef, useState } from 'react';
import { useTrackedFetch } from '#context/use-tracked-fetch.ts';
import type { FormEntry } from '#lib/contract/form.ts';
import { listForms } from '#services/form-list.ts';
import type { ListPage } from '#services/http.ts';

type View = { q: string; trashed: boolean };

export type FormsControl = {
  forms: FormEntry[];
  hasMore: boolean;
  loading: boolean;
  error: string | null;
  /** Another view of the space's forms, from its first page on. */
  load: (view: View) => Promise<void>;
  /** The page that could not be loaded. */
  again: () => Promise<void>;
  more: () => Promise<void>;
  replace: (form: FormEntry) => void;
  /** A form is in the trash, or out of it: the view that is open by now follows. */
  settle: (form: FormEntry, where: { trashed: boolean }) => void;
  drop: (id: string) => void;
};

/** A space's forms, page by page; the answer to what was asked last counts. */
export function useForms({ slug, first }: { slug: string; first: ListPage<FormEntry> }): FormsControl {
  const [list, setList] = useState(first);
  const [loading, setLoading] = useState(false);
  const view = useRef<View>({ q: '', trashed: false });
  const asked = useRef(0);

  const track = useTrackedFetch();
  const ask = async (page: number) => {
    asked.current += 1;
    const mine = asked.current;
    const { q, trashed } = view.current;
    setLoading(true);
    const answer = await track(() =>
      listForms(slug, { page, ...(q ? { q } : {}), ...(trashed ? { trashed } : {}) }),
    );
    if (mine !== asked.current) return;
    setLoading(false);
    setList((kept) => {
      if (answer.error) return { ...kept, error: answer.error };
      if (page === 1) return answer;
      const known = new Set(kept.data.map(({ id }) => id));
      return { ...answer, data: [...kept.data, ...answer.data.filter(({ id }) => !known.has(id))] };
    });
  };
  const change = (act: (forms: FormEntry[]) => FormEntry[]) =>
    setList((kept) => ({ ...kept, data: act(kept.data) }));
  const drop = (id: string) => change((forms) => forms.filter((form) => form.id !== id));
  const insert = (form: FormEntry) => change((forms) => [form, ...forms.filter(({ id }) => id !== form.id)]);

  return {
    forms: list.data,
    hasMore: list.hasMore,
    loading,
    error: list.error,
    load: (next) => {
      if (next.trashed !== view.current.trashed) change(() => []);
      view.current = next;
      return ask(1);
    },
    again: () => ask(list.data.length === 0 ? 1 : list.page + 1),
    more: () => ask(list.page + 1),
    replace: (form) => change((forms) => forms.map((one) => (one.id === form.id ? form : one))),
    settle: (form, { trashed }) => {
      if (view.current.trashed !== trashed) drop(form.id);
      // What the trash says of a form, the server alone knows.
      else if (trashed) void ask(1);
      else insert(form);
    },
    drop,
  };
}
