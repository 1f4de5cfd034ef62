import type { View } from '#lib/contract/table-views.ts';
import { failureOf } from '#services/http.ts';
import { changeView, createView, deleteView } from '#services/table-views.ts';
import { type ListedViews, loadViews, refreshViews } from './view-loading.ts';
import type { ViewSettings } from './view-settings.ts';

type Target = {
  itemId: string;
  listed: ListedViews;
  /** The open view as it is, and as it was when the settings came from it. */
  current: View | null;
  base: View | null;
  settings: ViewSettings;
  setBase: (change: (base: View | null) => View | null) => void;
  open: (view: View | null) => void;
};

/** The ids of views that are being deleted here. */
export const removing = new Set<string>();

const set = ({ client, queryKey }: Target['listed'], change: (known: View[]) => View[]) =>
  client.setQueryData<View[]>(queryKey, (known = []) => change(known));

/** Shows a view as it was saved, unless a newer one is known. */
const put = ({ listed }: Target, view: View) =>
  set(listed, (known) =>
    known.some(({ id }) => id === view.id)
      ? known.map((one) => (one.id === view.id && one.revision <= view.revision ? view : one))
      : [...known, view],
  );

/** What the settings came from, unless another view was opened meanwhile. */
const advance = ({ setBase }: Target, view: View) => setBase((base) => (base?.id === view.id ? view : base));

/** @throws the client's error; after it, the views are those of the server, and what is shown can be saved again */
export async function saveView(target: Target): Promise<void> {
  const { itemId, listed, base, settings } = target;
  if (!base) return;
  try {
    const saved = await changeView(itemId, base, settings);
    advance(target, saved);
    put(target, saved);
    refreshViews(listed);
  } catch (error) {
    await loadViews(listed);
    const theirs = listed.client.getQueryData<View[]>(listed.queryKey)?.find(({ id }) => id === base.id);
    if (theirs && failureOf(error)?.status === 409) advance(target, theirs);
    throw error;
  }
}

/** Saves the shown settings as a new view, and opens it. @throws the client's error */
export async function saveAs(
  target: Target,
  { name, personal, type, group }: Pick<View, 'name' | 'personal' | 'type' | 'group'>,
): Promise<void> {
  const { itemId, listed, settings, open } = target;
  const view = await createView(itemId, { ...settings, name, personal, type, group });
  // A list that was read before does not have it.
  await listed.client.cancelQueries({ queryKey: listed.queryKey });
  put(target, view);
  open(view);
  refreshViews(listed);
}

/** @throws the client's error */
export async function renameView(
  target: Target,
  { name, personal }: Pick<View, 'name' | 'personal'>,
): Promise<void> {
  const { itemId, current, base } = target;
  if (!current) return;
  const renamed = await changeView(itemId, current, { name, personal });
  if (base?.revision === current.revision) advance(target, renamed);
  put(target, renamed);
}

/** @throws the client's error */
export async function removeView({ itemId, listed, current, open }: Target): Promise<void> {
  if (!current) return;
  removing.add(current.id);
  await deleteView(itemId, current.id).finally(() => removing.delete(current.id));
  open(null);
  set(listed, (known) => known.filter(({ id }) => id !== current.id));
}
