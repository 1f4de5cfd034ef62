import { deriveIfWritten } from '#server/items/collaboration/derive-document.ts';
import { FolderNames } from '#server/platform/archives/archive-name.ts';
import { DISCUSSIONS_FOLDER } from '#server/platform/archives/discussion-lines.ts';
import { FORMS_FOLDER } from '#server/platform/archives/form-paths.ts';
import { recheckAccessWhileStreaming } from '#server/platform/archives/recheck-access.ts';
import { Spool } from '#server/platform/archives/spool.ts';
import { VERSIONS_FOLDER } from '#server/platform/archives/version-lines.ts';
import type { ZipEntry } from '#server/platform/archives/zip.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import {
  filesOfArchivedTable,
  readableChoice,
  type TableToArchive,
  tableLines,
} from '#server/tables/archive/archive-table.ts';
import { TABLE_DATA_FOLDER } from '#server/tables/archive/table-archive.ts';
import { rowsAsText } from '#server/tables/export/rows-as-text.ts';
import { findTable } from '#server/tables/table/table.ts';
import { encodeTexts } from './archive-lines.ts';
import { archivePaths, MANIFEST_NAME } from './archive-paths.ts';
import { exportedDocument, withRelativeLinks } from './documents/exported-document.ts';
import type { DocumentFormat } from './documents/relative-link.ts';
import { type ExportedItem, type Exporter, exportedItem, exportedTree, namesPeople } from './export.repo.ts';
import { exportedForm, exportedFormsIn } from './export-forms.repo.ts';
import { formFiles } from './form-archive.ts';
import { COMPRESSIBLE, singleChunk } from './hub-archive.ts';
import { itemsInPrivateFolders } from './private-folders.repo.ts';
import { spaceOfFolder } from './space-discussions.repo.ts';
import { discussionEntries } from './space-discussions.ts';
import { versionEntries } from './space-versions.ts';

/** What is exported, in which format, and how to authorize its reader again. */
export type SpaceExport = {
  place: { space: string } | { folder: string };
  name: string;
  format: DocumentFormat;
  /** Whether earlier versions of documents and submissions come, which can be many times their size. */
  hasVersions: boolean;
  /** The reader with their current rights. @throws once they may not read any more. */
  reader: () => Promise<Exporter>;
  at: Date;
};

/** `path` where it is another one than planned. */
type FileContent = {
  content: AsyncIterable<Uint8Array>;
  size?: number;
  compress: boolean;
  path?: string;
  table?: TableToArchive;
};

/**
 * A space or folder as the entries of an archive: folders, documents in a format, files in their original one,
 * tables as CSV (JSON where documents are), with links between them; and a manifest at the end, by which an import
 * knows them again. Rights are checked in each query, again before each item's bytes, and while they are sent. Memory
 * holds the names of the items and one chunk of one.
 */
export class SpaceArchive {
  readonly #services: Services;
  readonly #export: SpaceExport;
  #paths: ReadonlyMap<string, string> = new Map();
  #rowFiles: ReadonlyMap<string, string> = new Map();

  constructor(services: Services, what: SpaceExport) {
    this.#services = services;
    this.#export = what;
  }

  async *entries(): AsyncGenerator<ZipEntry> {
    const { place, format, reader, at } = this.#export;
    const listed = await exportedTree(this.#services.database, await reader(), place);
    const { paths, rowFiles } = archivePaths(listed, format);
    this.#paths = paths;
    this.#rowFiles = rowFiles;
    const atTop = listed.filter(({ parent_id }) => parent_id === null || !paths.has(parent_id));
    const inPrivate = await itemsInPrivateFolders(
      this.#services.database,
      atTop.map(({ id }) => id),
    );
    const lines = await Spool.open();
    const documents: string[] = [];
    try {
      for (const [id, path] of this.#paths) {
        if (!path.endsWith('/')) await deriveIfWritten(this.#services, id);
        const item = await exportedItem(this.#services.database, await reader(), id);
        // It was moved, trashed or hidden meanwhile.
        if (!item) continue;
        const file = path.endsWith('/') ? null : await this.#contentOf(item, path);
        if (file === 'missing') continue;
        const { table, ...content } = file ?? { table: null };
        const entry = { path, modified: item.updated_at, content: null, ...content };
        yield entry;
        if (table) yield* this.#tableData(item, table);
        if (item.kind === 'document' && !item.file_sha256) documents.push(item.id);
        // Its folder, which isn't in the archive, hid it.
        const visibility = inPrivate.has(id) ? 'private' : item.visibility;
        const document_id = paths.has(item.document_id ?? '') ? item.document_id : null;
        await lines.append(manifestLine({ ...item, visibility, document_id }, entry.path, table?.folder));
      }
      yield* this.#versions(documents);
      yield* this.#discussions();
      yield* this.#forms();
      yield { path: MANIFEST_NAME, modified: at, content: this.#manifest(lines), compress: true };
    } finally {
      await lines.close();
    }
  }

  /** The content of an item that is no folder. */
  async #contentOf(item: ExportedItem, path: string): Promise<FileContent | 'missing'> {
    const { database, storage, config } = this.#services;
    const { format } = this.#export;
    const itemAnew = () => this.#itemAnew(item.id);
    const stillMay = async () => {
      await itemAnew();
    };
    if (item.file_sha256) {
      // A file that is missing from the storage must not fail all of the others.
      if (!(await storage.has(item.file_sha256))) return 'missing';
      const content = recheckAccessWhileStreaming(await storage.read(item.file_sha256), stillMay);
      return { content, size: item.size, compress: COMPRESSIBLE.test(item.mime ?? '') };
    }
    if (item.kind === 'document') {
      const hasPicturesWithin = format === 'docx' || format === 'pdf';
      const archive = { paths: this.#paths, origin: config.publicUrl, hasPicturesWithin };
      const content = withRelativeLinks(item.content ?? '', path, archive);
      const pictures = async (id: string) => {
        const picture = await exportedItem(database, await this.#export.reader(), id);
        return picture?.file_sha256
          ? { sha256: picture.file_sha256, size: picture.size, mime: picture.mime }
          : null;
      };
      const document = { title: item.title, content, modified: item.updated_at, pictures };
      const bytes = await exportedDocument(this.#services, document, format);
      if (bytes) return { content: singleChunk(bytes), size: bytes.length, compress: !hasPicturesWithin };
      // It doesn't fit within the limits: nothing is left out.
      const text = Buffer.from(content);
      return { content: singleChunk(text), size: text.length, compress: true, path: `${path}.md` };
    }
    if (!(await findTable(database, item))) return 'missing';
    const table = await this.#tableOf(item.id);
    const rows = rowsAsText(database, itemAnew, format === 'json' ? 'json' : 'csv', readableChoice(table));
    return { content: encodeTexts(rows), compress: true, table };
  }

  /** An item for a reader who may still read it. @throws ApiError 404 */
  async #itemAnew(id: string): Promise<ExportedItem> {
    const now = await exportedItem(this.#services.database, await this.#export.reader(), id);
    if (!now) throw notFound('This item');
    return now;
  }

  async #tableOf(id: string): Promise<TableToArchive> {
    const { database } = this.#services;
    return {
      database,
      itemAnew: () => this.#itemAnew(id),
      findLinked: async (linked) => {
        const item = await exportedItem(database, await this.#export.reader(), linked);
        return item ? findTable(database, item) : null;
      },
      isInArchive: (linked) => this.#paths.has(linked),
      namesPeople: namesPeople(await this.#export.reader()),
      folder: this.#rowFiles.get(id) ?? '',
    };
  }

  /** What a table is made of again: the lines of its columns and rows, and the files of its rows. */
  async *#tableData({ id, updated_at }: ExportedItem, table: TableToArchive): AsyncGenerator<ZipEntry> {
    const { storage } = this.#services;
    const lines = encodeTexts(tableLines(table));
    yield { path: tableDataPath(id), modified: updated_at, content: lines, compress: true };
    for await (const { path, sha256, size, mime } of filesOfArchivedTable(table)) {
      if (!(await storage.has(sha256))) continue;
      const stillMay = async () => {
        await table.itemAnew();
      };
      const content = recheckAccessWhileStreaming(await storage.read(sha256), stillMay);
      yield { path, modified: updated_at, content, size, compress: COMPRESSIBLE.test(mime ?? '') };
    }
  }

  #versions(documents: readonly string[]): AsyncGenerator<ZipEntry> {
    const { reader, at, hasVersions } = this.#export;
    const chosen = hasVersions ? documents : [];
    return versionEntries(this.#services, { documents: chosen, paths: this.#paths, reader, at });
  }

  /** What was said about it, and in the discussions of a whole space. */
  async *#discussions(): AsyncGenerator<ZipEntry> {
    const { place, reader, at } = this.#export;
    const hasPosts = 'space' in place;
    const spaceId = hasPosts ? place.space : await spaceOfFolder(this.#services.database, place.folder);
    if (spaceId === undefined) return;
    yield* discussionEntries(this.#services, { spaceId, hasPosts, paths: this.#paths, reader, at });
  }

  /** The forms of a whole space that a member may change, a folder each, with the submissions that they may read. */
  async *#forms(): AsyncGenerator<ZipEntry> {
    const { place, reader, hasVersions: hasHistory } = this.#export;
    if (!('space' in place)) return;
    const { database } = this.#services;
    const names = new FolderNames();
    for (const id of await exportedFormsIn(database, await reader(), place)) {
      const exporter = await reader();
      const form = await exportedForm(database, exporter, id);
      // Its files name people of the hub.
      if (!form?.sees_draft || !namesPeople(exporter)) continue;
      const folder = `${FORMS_FOLDER}${names.take(form.title)}/`;
      const context = { services: this.#services, exporter: reader, hasLines: true, hasHistory };
      yield* formFiles(context, form, folder);
    }
  }

  async *#manifest(lines: Spool): AsyncGenerator<Uint8Array> {
    const { name, format, at } = this.#export;
    const head = {
      format: 'hubkeep-space',
      version: 1,
      name,
      documents: format,
      exported_at: at.toISOString(),
      discussions: DISCUSSIONS_FOLDER,
      forms: FORMS_FOLDER,
      versions: VERSIONS_FOLDER,
    };
    yield Buffer.from(JSON.stringify(head, null, 2).replace(/\n\}$/, ',\n  "files": ['));
    let isFirst = true;
    for await (const part of lines.read()) {
      yield isFirst ? part.subarray(1) : part;
      isFirst = false;
    }
    yield Buffer.from('\n  ]\n}\n');
  }
}

const tableDataPath = (id: string): string => `${TABLE_DATA_FOLDER}${id}.jsonl`;

/** A line of the manifest's list; the comma before the first is left out when it is written. */
function manifestLine(item: ExportedItem, path: string, rowFiles: string | undefined): Uint8Array {
  const line = {
    path,
    id: item.id,
    kind: item.kind,
    title: item.title,
    ...(item.file_sha256 ? { file_name: item.file_name } : {}),
    created_at: item.created_at.toISOString(),
    updated_at: item.updated_at.toISOString(),
    ...(rowFiles === undefined ? {} : { data: tableDataPath(item.id), files: rowFiles }),
    ...(item.visibility === 'shared' ? {} : { visibility: item.visibility }),
    ...(item.document_id === null ? {} : { document: item.document_id }),
    ...(item.is_full_width ? { full_width: true } : {}),
    ...(item.position === null ? {} : { position: item.position }),
    ...(item.archived_at === null ? {} : { archived_at: item.archived_at.toISOString() }),
    ...(item.source ? { source: item.source } : {}),
  };
  return Buffer.from(`,\n    ${JSON.stringify(line)}`);
}
