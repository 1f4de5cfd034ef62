import { downloadName } from '#lib/text/download-name.ts';
import { FolderNames } from '#server/platform/archives/archive-name.ts';
import { DISCUSSIONS_FOLDER } from '#server/platform/archives/discussion-lines.ts';
import { FORMS_FOLDER } from '#server/platform/archives/form-paths.ts';
import { VERSIONS_FOLDER } from '#server/platform/archives/version-lines.ts';
import { TABLE_DATA_FOLDER } from '#server/tables/archive/table-archive.ts';
import type { DocumentFormat } from './documents/relative-link.ts';
import type { ListedItem } from './export.repo.ts';
import { ARCHIVE_PATH_MAX } from './hub-archive.ts';

/** The file of an archive that says what its other files were (`server/items/imports` reads it). */
export const MANIFEST_NAME = 'hubkeep.json';

/** What no item is named at the top of an archive. */
const OWN_NAMES = [
  MANIFEST_NAME,
  TABLE_DATA_FOLDER.slice(0, -1),
  DISCUSSIONS_FOLDER.slice(0, -1),
  FORMS_FOLDER.slice(0, -1),
  VERSIONS_FOLDER.slice(0, -1),
];

/** The name of an item's file or folder in an archive. */
export function exportedName(item: ListedItem, format: DocumentFormat): string {
  if (item.kind === 'folder') return item.title;
  if (item.has_file) return downloadName(item);
  if (item.kind === 'document') return `${item.title}.${format}`;
  return `${item.title}.${format === 'json' ? 'json' : 'csv'}`;
}

/** Where items are in an archive, by their ids; of tables also the folder of their rows' files. */
export type ArchivePaths = { paths: Map<string, string>; rowFiles: Map<string, string> };

/**
 * The path of each item in an archive, by id, folders before what lies in them and with a slash at the end; unique,
 * and safe on every system. One whose folder is not listed is at the top.
 */
export function archivePaths(listed: readonly ListedItem[], format: DocumentFormat): ArchivePaths {
  const known = new Set(listed.map(({ id }) => id));
  const byFolder = Map.groupBy(listed, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  );
  const paths = new Map<string, string>();
  const rowFiles = new Map<string, string>();
  const waiting: { id: string | null; path: string }[] = [{ id: null, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const names = new FolderNames();
    if (next.id === null) for (const own of OWN_NAMES) names.take(own);
    for (const item of byFolder.get(next.id) ?? []) {
      const name = names.take(exportedName(item, format));
      if (item.kind !== 'folder') {
        paths.set(item.id, `${next.path}${name}`);
        if ((item.kind === 'table' || item.kind === 'contact') && !item.has_file)
          rowFiles.set(item.id, `${next.path}${names.take(`${item.title} (files)`)}/`);
        continue;
      }
      const path =
        next.path.length > ARCHIVE_PATH_MAX ? `deeper folders/${item.id}/` : `${next.path}${name}/`;
      paths.set(item.id, path);
      waiting.push({ id: item.id, path });
    }
  }
  return { paths, rowFiles };
}
