import { itemPath, NO_SPACE } from '#lib/browser/item-path.ts';
import type { DocumentEmbed, EmbedsQuery } from '#lib/contract/preview.ts';
import { type EmbedTarget, embedsIn } from '#lib/text/embed-address.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { formAllowed, formRole, seesDraft } from '#server/access/policy/form-policy.ts';
import { authorizeItem, isItemVisible, itemAllowed } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { type FormView, formById } from '#server/forms/definition/form.repo.ts';
import { type ItemView, itemById, itemContent } from '#server/items/item/item.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { embeddedView } from '#server/tables/shared-views/embedded-view.ts';

/** How many embeds of a document are shown as what they lead to; further ones stay links. */
const EMBEDS_MAX = 200;

/** How many views are shown with their rows; further ones are cards that lead to them. */
const VIEWS_MAX = 10;

type Target = NonNullable<DocumentEmbed['target']>;
/** What a target leads to, and the view of a table that the caller may read. */
type Shown = { target: Target | null; view?: { id: string; table: Authorized<ItemView, 'item.download'> } };
type Reader = { database: Database; caller: Caller; hub: { id: string; handle: string } };

/** What a document embeds, each as the caller may see it: only what is of the document's hub, and not in the trash. */
export async function embedsOfDocument(
  database: Database,
  caller: Caller,
  document: Authorized<ItemView, 'item.download'>,
  query: EmbedsQuery = {},
): Promise<DocumentEmbed[]> {
  const targets = embedsIn((await itemContent(database, document.id)) ?? '', EMBEDS_MAX);
  if (targets.length === 0) return [];
  const { handle } = await database
    .selectFrom('hub')
    .select('handle')
    .where('id', '=', document.hub_id)
    .executeTakeFirstOrThrow();
  const reader = { database, caller, hub: { id: document.hub_id, handle } };
  // Rights are asked for all of a kind in one query (`createBatchLoader`).
  const found = await Promise.all(
    targets.map(async (target) => ({ address: target.address, ...(await shownTo(reader, target)) })),
  );
  return withViews(reader, found, query);
}

/** Reads the embedded views one after the other: a document for everybody must not occupy the database. */
async function withViews(
  { database, caller }: Reader,
  found: (Shown & { address: string })[],
  { view: continued, after }: EmbedsQuery,
): Promise<DocumentEmbed[]> {
  const embeds: DocumentEmbed[] = [];
  let views = 0;
  const readView = async ({ id, table }: NonNullable<Shown['view']>) => {
    const first = { view: id };
    if (id !== continued || !after) return embeddedView(database, caller, table, first);
    // Its order may be another one since the reader got the cursor.
    return embeddedView(database, caller, table, { ...first, after }).catch((error) => {
      if (error instanceof ApiError && error.status === 422)
        return embeddedView(database, caller, table, first);
      throw error;
    });
  };
  for (const { address, target, view } of found) {
    const isRead = target !== null && view !== undefined && views < VIEWS_MAX;
    if (isRead) views += 1;
    const shown = isRead ? await readView(view) : null;
    const path = `${target?.path}?view=${view?.id}`;
    embeds.push({ address, target: target && shown ? { ...target, path, view: shown } : target });
  }
  return embeds;
}

async function shownTo({ database, caller, hub }: Reader, { kind, id, view }: EmbedTarget): Promise<Shown> {
  if (kind === 'form') {
    const form = await formById(database, caller, id);
    return { target: form?.hub_id === hub.id ? formTarget(form, hub.handle) : null };
  }
  const item = await itemById(database, caller, id);
  if (item?.hub_id !== hub.id || item.trashed_at || !isItemVisible(item)) return { target: null };
  const seen = { ...item, space_slug: item.sees_space === false ? '' : item.space_slug };
  const target: Target = {
    kind: item.kind,
    title: item.title,
    path: itemPath(hub.handle, seen),
    picture: item.meta.thumbnail === true ? `/api/v1/items/${item.id}/thumbnail/` : null,
  };
  const isTable = (item.kind === 'table' || item.kind === 'contact') && item.file_name === null;
  if (!view || !isTable || !itemAllowed(item).includes('item.download')) return { target };
  return { target, view: { id: view, table: authorizeItem(item, 'item.download') } };
}

function formTarget(form: FormView, handle: string): Target | null {
  if (form.trashed_at || !formRole(form) || (form.published_version === null && !seesDraft(form)))
    return null;
  const allowed = formAllowed(form);
  if (!allowed.includes('form.view')) return null;
  const isWorkedOn = allowed.includes('form.change') || allowed.includes('form.read_submissions');
  return {
    kind: 'form',
    title: seesDraft(form) ? form.title : (form.published_title ?? form.title),
    path: isWorkedOn
      ? `/${handle}/${form.sees_space ? form.space_slug : NO_SPACE}/forms/${form.id}`
      : `/f/${form.slug}`,
    picture: null,
  };
}
