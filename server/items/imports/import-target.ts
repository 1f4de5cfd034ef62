import { sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { attachToDocument } from '#server/items/item/document-files.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { type Place, requireFolder, type SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceOfHub } from '#server/spaces/space/space.repo.ts';
import { isTooDeep } from './deep-folders.ts';
import type { DocumentImport, ImportRow } from './document-import.repo.ts';
import { ImportStopped } from './import-stopped.ts';
import type { ImportSource } from './read-source.ts';
import type { LinkResolver } from './resolve-links.ts';

/** An import that runs: what it reads, where to, and for whom. */
export type ImportRun = {
  services: Services;
  reading: DocumentImport;
  importer: SignedIn;
  source: ImportSource;
  resolver: LinkResolver;
  rows: readonly ImportRow[];
  /** Whether links of documents that did not change may lead elsewhere now. */
  hasNewTargets: boolean;
  /** Aborts what takes long where the process is to end. */
  signal: AbortSignal;
};

/** Where a file goes, if its user may still put something there: checked for each. */
export async function targetOf(trx: Transaction, run: ImportRun, folderId: string | null): Promise<Place> {
  const { reading, importer } = run;
  const slug = reading.space_slug;
  const found = await spaceOfHub(trx, reading.hub_id, { slug, userId: importer.user.id });
  let space: Place['space'];
  try {
    space = authorizeSpace(found, 'space.create_item');
  } catch {
    throw new ImportStopped('The import was stopped: its user may not add to this space any more.');
  }
  return { space, folder: folderId ? await requireFolder(trx, importer, space.id, folderId) : null };
}

export const folderIdOf = ({ rows, reading }: ImportRun, { folder }: ImportRow): string | null =>
  folder === null ? reading.parent_id : (rows[folder]?.item_id ?? null);

/**
 * Who sees what a file becomes, as its source says: what was private stays that, with its user as the only reader. What
 * was public is shared: publishing is somebody's decision here.
 */
export const statedVisibility = ({ source }: ImportRun, { path }: Pick<ImportRow, 'path'>): Visibility =>
  source.known.get(path)?.visibility === 'private' || (isTooDeep(path) && hasPrivateDeepFolder(source))
    ? 'private'
    : 'shared';

const privateDeepFolders = new WeakMap<ImportSource, boolean>();

/** Whether a folder that isn't made was private: what was in it stays that, with all else that was nested as deep. */
function hasPrivateDeepFolder(source: ImportSource): boolean {
  const known = privateDeepFolders.get(source);
  if (known !== undefined) return known;
  const has = [...source.known].some(
    ([path, { visibility }]) => visibility === 'private' && path.endsWith('/') && isTooDeep(path),
  );
  privateDeepFolders.set(source, has);
  return has;
}

/**
 * What is made of an item's file has its visibility; else its source says it.
 * @throws ApiError where its user may not read the file any more
 */
export async function visibilityOf(trx: Transaction, run: ImportRun, row: ImportRow): Promise<Visibility> {
  const { reading, importer } = run;
  if (reading.origin_id === null) return statedVisibility(run, row);
  return authorizeItem(await itemById(trx, importer, reading.origin_id), 'item.download').visibility;
}

const filesOfSources = new WeakMap<ImportSource, ReadonlyMap<string, ImportRow[]>>();

/** The rows of the files that were put into documents, by the ids that these have in the source. */
function filesOfDocuments({ source, rows }: ImportRun): ReadonlyMap<string, ImportRow[]> {
  const known = filesOfSources.get(source);
  if (known) return known;
  const named = rows.filter(
    (row) => row.kind === 'file' && source.known.get(row.path)?.document !== undefined,
  );
  const files = Map.groupBy(named, ({ path }) => source.known.get(path)?.document ?? '');
  filesOfSources.set(source, files);
  return files;
}

/** Makes the files that this import wrote those of a new document, as in its source: its readers read them. */
export async function attachFiles(trx: Transaction, run: ImportRun, row: ImportRow): Promise<void> {
  const id = run.source.known.get(row.path)?.id;
  const files = id === undefined ? undefined : filesOfDocuments(run).get(id);
  if (!files) return;
  const positions = files.map(({ position }) => position);
  const { rows } = await sql<{ id: string }>`
    select item.id from document_import_file file join item on item.id = file.item_id
    where file.job_id = ${run.reading.job_id} and file.position = any(${positions}::int[])
      and file.status = 'imported' and file.reason is null and item.document_id is null
      and item.space_id = ${run.reading.space_id} and item.created_by = ${run.importer.user.id}`.execute(trx);
  const ids = rows.map((one) => one.id);
  if (ids.length > 0) await attachToDocument(trx, ids, row.item_id);
}
