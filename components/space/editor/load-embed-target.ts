import { itemPath, NO_SPACE } from '#lib/browser/item-path.ts';
import type { DocumentEmbed } from '#lib/contract/preview.ts';
import { embedTarget } from '#lib/text/embed-address.ts';
import { getForm } from '#services/form.ts';
import { failureOf } from '#services/http.ts';
import { getItem } from '#services/item.ts';
import { getEmbedded } from '#services/table-views.ts';

type Target = DocumentEmbed['target'];

const isUnseen = (error: unknown) => [403, 404].includes(failureOf(error)?.status ?? 0);

/**
 * What the writer may see at an address.
 * @param hasRows whether the first rows of a table are shown
 * @throws the client's error where that can't be known now
 */
export async function loadEmbedTarget(address: string, handle: string, hasRows: boolean): Promise<Target> {
  const embedded = embedTarget(address);
  if (!embedded || !address.startsWith(`/${handle}/`)) return null;
  const { kind, id, view } = embedded;
  try {
    if (kind === 'form') {
      const { data: form } = await getForm(id);
      const path = `/${handle}/${form.space_slug || NO_SPACE}/forms/${id}`;
      return form.trashed_at ? null : { kind, title: form.title, path, picture: null };
    }
    const { data: item } = await getItem(id);
    const path = itemPath(handle, { ...item, space_slug: item.space_slug ?? '' });
    const picture = item.has_thumbnail ? `/api/v1/items/${id}/thumbnail/` : null;
    if (item.trashed_at) return null;
    const own = { kind: item.kind, title: item.title, path, picture };
    if (item.kind !== 'table' || !hasRows) return own;
    // Where they can't be read, a card stays, as where the document is read.
    const rows = await getEmbedded(id, view ?? null).catch((error) => {
      if (isUnseen(error)) return null;
      throw error;
    });
    return { ...own, ...(rows ? { view: rows, path: view ? `${path}?view=${view}` : path } : {}) };
  } catch (error) {
    if (isUnseen(error)) return null;
    throw error;
  }
}
