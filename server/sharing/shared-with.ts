import type { SharedQuery, SharedResource } from '#lib/contract/access.ts';
import { presentFormEntry } from '#server/forms/definition/form.presenter.ts';
import { countSubmissions, formsByIds } from '#server/forms/definition/form.repo.ts';
import { presentItem } from '#server/items/item/item.presenter.ts';
import { countChildren, itemsByIds } from '#server/items/item/item.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Recipient, type SharedResourceRow, sharedResources } from './shared.repo.ts';

const byId = <Thing extends { id: string }>(entries: readonly Thing[]) =>
  new Map(entries.map((entry) => [entry.id, entry]));

/** A page of what others shared with the caller by name, as the caller may see it now. */
export async function listSharedResources(
  database: Database,
  caller: Recipient,
  query: SharedQuery,
): Promise<SharedResource[]> {
  const shares = await sharedResources(database, caller, query);
  const idsOf = (kind: SharedResourceRow['kind']) =>
    shares.flatMap((one) => (one.kind === kind ? one.id : []));
  const [items, forms] = await Promise.all([
    itemsByIds(database, caller, idsOf('item')),
    formsByIds(database, caller, idsOf('form')),
  ]);
  const [children, submissionCounts] = await Promise.all([
    countChildren(
      database,
      caller,
      items.flatMap((item) => (item.kind === 'folder' ? item.id : [])),
    ),
    countSubmissions(
      database,
      forms.map(({ id }) => id),
    ),
  ]);
  const [itemOf, formOf] = [byId(items), byId(forms)];
  return shares.flatMap(({ id, role, shared_by, shared_at }) => {
    const [item, form] = [itemOf.get(id), formOf.get(id)];
    // It was taken away between the two questions.
    if (!item && !form) return [];
    return {
      item: item ? presentItem(item, children.get(id)) : null,
      form: form ? presentFormEntry(form, submissionCounts.get(id)) : null,
      role,
      shared_by,
      shared_at: shared_at.toISOString(),
    };
  });
}
