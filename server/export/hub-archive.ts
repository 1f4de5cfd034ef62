import { createHash } from 'node:crypto';
import { downloadName } from '#lib/text/download-name.ts';
import { FolderNames, safeName } from '#server/platform/archives/archive-name.ts';
import { recheckAccessWhileStreaming } from '#server/platform/archives/recheck-access.ts';
import { Spool } from '#server/platform/archives/spool.ts';
import type { ZipEntry } from '#server/platform/archives/zip.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { rowsAsText } from '#server/tables/export/rows-as-text.ts';
import { filesOfTable } from '#server/tables/rows/row-file.repo.ts';
import { findTable } from '#server/tables/table/table.ts';
import { encodeTexts } from './archive-lines.ts';
import {
  type ExportedItem,
  type ExportedSpace,
  type Exporter,
  type ExportParent,
  exportedGrantsOfHub,
  exportedItem,
  exportedItemsIn,
  exportedItemsOfHub,
  exportedSpaces,
  groupsOfHub,
  membersOfHub,
} from './export.repo.ts';
import { exportedComments, exportedDiscussionPictures, exportedPosts } from './export-discussions.repo.ts';
import { exportedForm, exportedFormsIn } from './export-forms.repo.ts';
import { templatesOfHub } from './export-templates.repo.ts';
import { formFiles } from './form-archive.ts';

/** What is exported, by whom, and how to authorize them again. */
export type HubExport = {
  hub: { id: string; name: string; handle: string; description: string };
  exportedBy: { id: string; email: string };
  /** The exporter with their current rights. @throws once they may not export any more. */
  exporter: () => Promise<Exporter>;
  at: Date;
};

/**
 * The maximum length of a folder's path; deeper folders start again at the top, so that every system can
 * unpack the archive.
 */
export const ARCHIVE_PATH_MAX = 600;
/** Text that is worth compressing; most other files are compressed already. */
export const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|rtf|javascript)|image\/(?:svg|bmp))/;

type Counts = {
  spaces: number;
  folders: number;
  documents: number;
  files: number;
  forms: number;
  bytes: number;
};

/**
 * Everything in a hub, as the entries of an archive: a folder for each space, with its folders, files in
 * their original format and documents as Markdown; their metadata as JSON; and a manifest at the end. Rights
 * are checked again before each item's bytes, and while they are sent.
 */
export class HubArchive {
  readonly #services: Pick<Services, 'database' | 'storage'>;
  readonly #export: HubExport;
  readonly #counts: Counts = { spaces: 0, folders: 0, documents: 0, files: 0, forms: 0, bytes: 0 };
  readonly #top = new FolderNames();

  constructor(services: Pick<Services, 'database' | 'storage'>, what: HubExport) {
    this.#services = services;
    this.#export = what;
  }

  async *entries(): AsyncGenerator<ZipEntry> {
    const listed = await Spool.open();
    try {
      const spaces = await exportedSpaces(this.#services.database, await this.#export.exporter());
      for (const space of spaces) yield* this.#space(space, listed);
      yield* this.#place('elsewhere', 'shared with you/', listed);
      yield* this.#forms('elsewhere', 'forms shared with you/', listed);
      yield* this.#discussionPictures(listed);
      yield* this.#metadata(spaces, listed);
      yield this.#entry('manifest.json', this.#manifest(listed));
    } finally {
      await listed.close();
    }
  }

  async *#space(space: ExportedSpace, listed: Spool): AsyncGenerator<ZipEntry> {
    this.#counts.spaces += 1;
    const name = this.#top.take(space.name);
    const path = `spaces/${name}/`;
    yield { path, modified: space.created_at, content: null };
    yield* this.#place({ space: space.id }, path, listed);
    yield* this.#forms({ space: space.id }, `forms/${name}/`, listed);
  }

  /** The items of a parent, then those of its folders. */
  async *#place(first: ExportParent, path: string, listed: Spool): AsyncGenerator<ZipEntry> {
    const { database } = this.#services;
    const waiting = [{ place: first, path }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const names = new FolderNames();
      for (const id of await exportedItemsIn(database, await this.#export.exporter(), next.place)) {
        const item = await exportedItem(database, await this.#export.exporter(), id);
        // It was moved, trashed or hidden meanwhile.
        if (!item) continue;
        if (item.kind !== 'folder') {
          yield* this.#item(item, next.path, names, listed);
          continue;
        }
        this.#counts.folders += 1;
        const long = next.path.length > ARCHIVE_PATH_MAX;
        const folder = long ? `deeper folders/${item.id}/` : `${next.path}${names.take(item.title)}/`;
        yield { path: folder, modified: item.updated_at, content: null };
        waiting.push({ place: { folder: item.id }, path: folder });
      }
    }
  }

  /** The forms of a parent, a folder each. */
  async *#forms(
    place: { space: string } | 'elsewhere',
    path: string,
    listed: Spool,
  ): AsyncGenerator<ZipEntry> {
    const { database } = this.#services;
    const context = { services: this.#services, exporter: this.#export.exporter };
    const names = new FolderNames();
    for (const id of await exportedFormsIn(database, await this.#export.exporter(), place)) {
      const form = await exportedForm(database, await this.#export.exporter(), id);
      if (!form) continue;
      this.#counts.forms += 1;
      // The draft's title is only for editors; others find the published one in its version.
      const folder = `${path}${names.take(form.sees_draft ? form.title : form.slug)}/`;
      for await (const file of formFiles(context, form, folder)) {
        yield { ...file, content: this.#listing(file.content, file.path, null, listed) };
      }
    }
  }

  async *#item(
    item: ExportedItem,
    path: string,
    names: FolderNames,
    listed: Spool,
  ): AsyncGenerator<ZipEntry> {
    const content = await this.#contentOf(item);
    if (content === 'missing') {
      // A file missing from the storage must not fail the whole export; the manifest lists it.
      await listed.append(
        listLine({ item_id: item.id, title: item.title, sha256: item.file_sha256, missing: true }),
      );
      return;
    }
    if (!content) {
      yield* this.#rows(item, path, names, listed);
      return;
    }
    const isDocument = item.content !== null;
    if (isDocument) this.#counts.documents += 1;
    else this.#counts.files += 1;
    const name = names.take(isDocument ? `${item.title}.md` : downloadName(item));
    const stillMay = async () => {
      await this.#export.exporter();
    };
    yield {
      path: `${path}${name}`,
      modified: item.updated_at,
      content: this.#listing(
        recheckAccessWhileStreaming(content, stillMay),
        `${path}${name}`,
        item.id,
        listed,
      ),
      size: item.size,
      compress: isDocument || COMPRESSIBLE.test(item.mime ?? ''),
    };
  }

  /** The rows of a table or contact list, in a readable format and as the original values. */
  async *#rows(
    item: ExportedItem,
    path: string,
    names: FolderNames,
    listed: Spool,
  ): AsyncGenerator<ZipEntry> {
    const { database } = this.#services;
    if (!(await findTable(database, item))) return;
    const itemAnew = async () => {
      await this.#export.exporter();
      return item;
    };
    for (const format of ['csv', 'json'] as const) {
      this.#counts.files += 1;
      const file = `${path}${names.take(`${item.title}.${format}`)}`;
      const rows = encodeTexts(rowsAsText(database, itemAnew, format));
      yield {
        path: file,
        modified: item.updated_at,
        content: this.#listing(rows, file, item.id, listed),
        compress: true,
      };
    }
    let folder: string | null = null;
    const stillMay = async () => {
      await itemAnew();
    };
    for await (const { id, name, file_sha256, size } of filesOfTable(database, item.id)) {
      if (!(await this.#services.storage.has(file_sha256))) continue;
      this.#counts.files += 1;
      folder ??= `${path}${names.take(`${item.title} files`)}/`;
      // Two rows may contain files with the same name: the file id, which the rows refer to, makes paths
      // unique.
      const file = `${folder}${safeName(`${id} ${name}`)}`;
      const bytes = recheckAccessWhileStreaming(await this.#services.storage.read(file_sha256), stillMay);
      yield {
        path: file,
        modified: item.updated_at,
        content: this.#listing(bytes, file, item.id, listed),
        size,
        compress: false,
      };
    }
  }

  /** The pictures in comments and discussions, under the ids that their texts have. */
  async *#discussionPictures(listed: Spool): AsyncGenerator<ZipEntry> {
    const { database, storage } = this.#services;
    const stillMay = async () => {
      await this.#export.exporter();
    };
    for await (const picture of exportedDiscussionPictures(database, await this.#export.exporter())) {
      if (!(await storage.has(picture.file_sha256))) continue;
      this.#counts.files += 1;
      const path = `discussion pictures/${picture.id}.webp`;
      const bytes = recheckAccessWhileStreaming(await storage.read(picture.file_sha256), stillMay);
      const content = this.#listing(bytes, path, null, listed);
      yield { path, modified: picture.created_at, content, size: picture.size, compress: false };
    }
  }

  async #contentOf(item: ExportedItem): Promise<AsyncIterable<Uint8Array> | 'missing' | null> {
    if (item.content !== null) return singleChunk(Buffer.from(item.content));
    if (!item.file_sha256) return null;
    const { storage } = this.#services;
    return (await storage.has(item.file_sha256)) ? storage.read(item.file_sha256) : 'missing';
  }

  /** Records the size and SHA-256 of the content that passes through, for the manifest. */
  async *#listing(
    content: AsyncIterable<Uint8Array>,
    path: string,
    itemId: string | null,
    listed: Spool,
  ): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of content) {
      hash.update(part);
      size += part.length;
      yield part;
    }
    this.#counts.bytes += size;
    await listed.append(
      listLine({ path, ...(itemId ? { item_id: itemId } : {}), size, sha256: hash.digest('hex') }),
    );
  }

  async *#metadata(spaces: ExportedSpace[], listed: Spool): AsyncGenerator<ZipEntry> {
    const { database } = this.#services;
    const { id, name: title, handle, description } = this.#export.hub;
    const hub = { id, name: title, domain_handle: handle, description };
    const files: [string, () => Promise<AsyncIterable<object>>][] = [
      ['hub', async () => each([hub])],
      ['members', async () => membersOfHub(database, hub.id)],
      ['groups', async () => groupsOfHub(database, await this.#export.exporter())],
      ['templates', async () => templatesOfHub(database, hub.id)],
      ['spaces', async () => each(spaces)],
      ['items', async () => exportedItemsOfHub(database, await this.#export.exporter())],
      ['grants', async () => exportedGrantsOfHub(database, await this.#export.exporter())],
      ['comments', async () => exportedComments(database, await this.#export.exporter())],
      ['discussions', async () => exportedPosts(database, await this.#export.exporter())],
    ];
    const before = await this.#export.exporter();
    // The export continues only with the rights that it began with; with fewer it must be started again.
    const stillMay = async () => {
      if ((await this.#export.exporter()).everything !== before.everything) throw notFound('This export');
    };
    for (const [name, read] of files) {
      await stillMay();
      const path = `metadata/${name}.json`;
      const lines = recheckAccessWhileStreaming(jsonList(await read()), stillMay);
      yield this.#entry(path, this.#listing(lines, path, null, listed));
    }
  }

  #entry(path: string, content: AsyncIterable<Uint8Array>): ZipEntry {
    return { path, modified: this.#export.at, content, compress: true };
  }

  async *#manifest(listed: Spool): AsyncGenerator<Uint8Array> {
    const { hub, exportedBy, at } = this.#export;
    const { everything } = await this.#export.exporter();
    const head = {
      format: 'hubkeep-export',
      version: 1,
      hub: { id: hub.id, name: hub.name, domain_handle: hub.handle },
      exported_at: at.toISOString(),
      exported_by: exportedBy,
      includes_private: everything,
      counts: this.#counts,
    };
    yield Buffer.from(JSON.stringify(head, null, 2).replace(/\n\}$/, ',\n  "files": ['));
    let first = true;
    for await (const part of listed.read()) {
      yield first ? part.subarray(1) : part;
      first = false;
    }
    yield Buffer.from('\n  ]\n}\n');
  }
}

/** A line of the manifest's list; the comma before the first is left out when it is written. */
const listLine = (line: object): Uint8Array => Buffer.from(`,\n    ${JSON.stringify(line)}`);

export async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

async function* jsonList(rows: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  for await (const row of rows) {
    yield Buffer.from(`${before}${JSON.stringify(row)}`);
    before = ',\n';
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}
