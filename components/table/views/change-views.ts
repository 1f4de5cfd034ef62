import type { WireColumn } from '#lib/contract/table.ts';
import type { CreateViewRequest, View } from '#lib/contract/table-views.ts';
import { sameValue } from '#lib/text/same-value.ts';
import { failureOf } from '#services/http.ts';
import { changeView, createView, deleteView } from '#services/table-views.ts';
import { type ListedViews, loadViews, refreshViews } from './view-loading.ts';
import { settingsOf, type ViewSettings } from './view-settings.ts';

/** Characters of a view's name. */
const NAME_MAX = 200;

type Target = {
  itemId: string;
  columns: readonly WireColumn[];
  listed: ListedViews;
  /** The open view as it is, and as it was when the settings came from it. */
  current: View | null;
  base: View | null;
  settings: ViewSettings;
  setBase: (change: (base: View | null) => View | null) => void;
  open: (view: View | null) => void;
  show: (settings: ViewSettings) => void;
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
  await createAndOpen(target, { ...target.settings, name, personal, type, group });
}

/** A new view of those columns alone that the reader may compare: another view may be in an order that they may not know. */
async function createAndOpen(target: Target, input: CreateViewRequest): Promise<void> {
  const { itemId, columns, listed, open } = target;
  const mayCompare = (id: string) => !columns.some((one) => one.id === id && one.restricted);
  const view = await createView(itemId, {
    ...input,
    sort: input.sort?.filter((one) => mayCompare(one.replace(/^-/, ''))),
    group: input.group?.filter(mayCompare),
  });
  // A list that was read before does not have it.
  await listed.client.cancelQueries({ queryKey: listed.queryKey });
  put(target, view);
  open(view);
  refreshViews(listed);
}

/** Changes what the open view is called and shown as; other changes of it that are not saved stay so. @throws the client's error */
export async function editView(
  target: Target,
  { name, personal, type, group }: Pick<View, 'name' | 'personal' | 'type' | 'group'>,
): Promise<void> {
  const { itemId, current, base, settings, show } = target;
  if (!current) return;
  const arrangement = type === settings.type && sameValue(group, settings.group) ? {} : { type, group };
  const edited = await changeView(itemId, current, { name, personal, ...arrangement });
  if (base?.revision === current.revision) advance(target, edited);
  put(target, edited);
  if ('type' in arrangement) show({ ...settings, ...arrangement });
}

/** Saves the open view a second time, as it is stored, and opens that one. @throws the client's error */
export async function duplicateView(target: Target, view: View, name: string): Promise<void> {
  await createAndOpen(target, {
    ...settingsOf(view),
    personal: view.personal,
    name: name.slice(0, NAME_MAX),
  });
}

/** Moves the open view to another place among the views. @throws the client's error */
export async function moveView(target: Target, place: number): Promise<void> {
  const { itemId, listed, current, base } = target;
  if (!current) return;
  const others = (listed.client.getQueryData<View[]>(listed.queryKey) ?? []).filter(
    ({ id }) => id !== current.id,
  );
  const moved = await changeView(itemId, current, { before: others[place]?.id ?? null });
  if (base?.revision === current.revision) advance(target, moved);
  set(listed, () => others.toSpliced(place, 0, moved));
  refreshViews(listed);
}

/** @throws the client's error */
export async function removeView({ itemId, listed, current, open }: Target): Promise<void> {
  if (!current) return;
  removing.add(current.id);
  await deleteView(itemId, current.id).finally(() => removing.delete(current.id));
  open(null);
  set(listed, (known) => known.filter(({ id }) => id !== current.id));
}
