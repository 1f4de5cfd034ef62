import type { Visibility } from '#lib/access/roles.ts';
import type { ItemSource } from '#lib/contract/item.ts';
import { extensionOf, MIME_TYPES } from '#lib/text/upload-types.ts';
import { refusedType } from '#server/platform/extraction/sniff.ts';
import { storableName } from '#server/platform/http/file-name.ts';
import { deepestFolder, isTooDeep, titleWithFolders } from './deep-folders.ts';
import { isLeftOut } from './left-out-files.ts';
import { withoutId } from './notion-names.ts';

/** A file or folder (its path ends with a slash) of what is imported. */
export type SourceFile = { path: string; problem: string | null };

/** What the manifest of our own export knows of a file. */
export type KnownFile = {
  id?: string | undefined;
  kind: string;
  title: string;
  /** Of a file that is no document written here. */
  file_name?: string | undefined;
  created_at?: string | undefined;
  updated_at?: string | undefined;
  source?: ItemSource | undefined;
  full_width?: boolean | undefined;
  /** Where it stands among those of its folder. */
  position?: number | undefined;
  /** When it was archived there. */
  archived_at?: string | undefined;
  /** Who saw it; shared where nothing is said. */
  visibility?: Visibility | undefined;
  /** The id there of the document that it is a file of. */
  document?: string | undefined;
  /** Of a table: the file of its columns and rows, where the source has it, and the folder of their files. */
  data?: string | undefined;
  files?: string | undefined;
};

/** A page's title and the page that it is below, where the source writes that elsewhere than in its path. */
export type PageInTree = { title: string; above: string | null };

export type PlannedFile = {
  path: string;
  kind: 'folder' | 'document' | 'file';
  title: string;
  /** The path of its folder; null at the top. */
  folder: string | null;
  problem: string | null;
  created_at: Date | null;
  updated_at: Date | null;
};

export type SourceTree = {
  files: readonly SourceFile[];
  known: ReadonlyMap<string, KnownFile>;
  pages: ReadonlyMap<string, PageInTree>;
};

/** Files that become documents; others stay files. */
const DOCUMENTS: ReadonlySet<string> = new Set(['md', 'markdown', 'html', 'htm', 'docx', 'odt', 'txt']);
const DEPTH_MAX = 50;

const nameOf = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? '';
const stemOf = (name: string): string => {
  const extension = extensionOf(name);
  return extension ? name.slice(0, -extension.length - 1) : name;
};

/** The path of the folder that a file or folder is in, with its slash; null at the top. */
export function folderOf(path: string): string | null {
  const at = path.replace(/\/$/, '').lastIndexOf('/');
  return at < 0 ? null : path.slice(0, at + 1);
}

export const dateOf = (text: string | undefined): Date | null => {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) || date.getTime() > Date.now() ? null : date;
};

/**
 * What the files of a source become: folders (from the top down), then files, then documents, so that each finds its
 * folder. Pages that others are below get a folder of their name beside them.
 */
export function planFiles({ files, known, pages: ownPages }: SourceTree): PlannedFile[] {
  const pages = ownPages.size === 0 && known.size === 0 ? wikiTitles(files) : ownPages;
  const folders = new Map<string, PlannedFile>();
  const plain: PlannedFile[] = [];
  const documents: PlannedFile[] = [];
  const addFolders = (path: string | null): void => {
    const missing: string[] = [];
    for (let at = path; at !== null && !folders.has(at); at = folderOf(at)) missing.push(at);
    for (const at of missing.toReversed()) folders.set(at, planned(at, 'folder', known.get(at), pages));
  };
  const isOfTable = partsOfTables(known);
  for (const file of files) {
    if (isLeftOut(file.path, known) || isOfTable(file.path)) continue;
    const isFolder = file.path.endsWith('/');
    if (file.problem) {
      const { problem } = file;
      plain.push({ ...planned(file.path, 'file', undefined, pages), folder: null, problem });
      continue;
    }
    if (isFolder) {
      addFolders(isTooDeep(file.path) ? deepestFolder(file.path) : file.path);
      continue;
    }
    const about = known.get(file.path);
    const isWritten = about?.kind === 'document' && about.file_name === undefined;
    // Of our own export as PDF, which is a document for readers.
    const isDocument = about
      ? isWritten && extensionOf(file.path) !== 'pdf'
      : isText(file.path) && !isAttachment(file.path);
    const one = planned(file.path, isDocument ? 'document' : 'file', about, pages);
    // It is known before anything is read, so that nobody learns that it would come.
    if (one.kind === 'file' && about?.data === undefined && refusedType(file.path) !== null)
      one.problem = refusedType(about?.file_name ?? one.title);
    const above = pages.get(file.path)?.above;
    if (above) one.folder = pageFolder(above);
    (isDocument ? documents : plain).push(one);
    if (!above) addFolders(one.folder);
  }
  for (const { folder } of documents) addPageFolders(folder, { folders, pages, addFolders });
  return [...folders.values(), ...plain, ...documents];
}

/** Whether a path is one of what tables are made of, which is no item of its own. */
function partsOfTables(known: SourceTree['known']): (path: string) => boolean {
  const parts = new Set<string>();
  for (const { data, files } of known.values()) {
    if (data === undefined) continue;
    parts.add(data);
    if (files?.endsWith('/')) parts.add(files);
  }
  return (path) => {
    if (parts.has(path)) return true;
    for (let at = folderOf(path); at !== null; at = folderOf(at)) if (parts.has(at)) return true;
    return false;
  };
}

/** The titles of the pages of a GitHub wiki, which has dashes for spaces in their names. */
function wikiTitles(files: SourceTree['files']): SourceTree['pages'] {
  const home = files.find(({ path }) => /(?:^|\.wiki(?:-[0-9a-z]{1,40})?\/)Home\.md$/.test(path))?.path;
  if (home === undefined) return new Map();
  const folder = folderOf(home) ?? '';
  const isWiki = folder !== '' || files.some(({ path }) => /^_(?:Sidebar|Footer|Header)\.md$/.test(path));
  const pages = files.filter(({ path }) => path.startsWith(folder) && isText(path));
  return new Map(
    isWiki
      ? pages.map(({ path }) => [path, { title: stemOf(nameOf(path)).replaceAll('-', ' '), above: null }])
      : [],
  );
}

const ATTACHMENTS = /(?:^|\/)(?:attachments|assets|uploads)\//i;

/** Whether a file was attached to a page, as it was sent: it stays that file, where files of its type are stored. */
const isAttachment = (path: string): boolean => {
  const extension = extensionOf(path);
  return extension !== 'md' && ATTACHMENTS.test(path) && Object.hasOwn(MIME_TYPES, extension);
};

const isText = (path: string): boolean => DOCUMENTS.has(extensionOf(path));

/** The title of a file or folder of which nothing else is known than its path. */
export function usualTitle(path: string, kind: PlannedFile['kind']): string {
  const name = nameOf(path);
  const stem = withoutId(kind === 'folder' ? name : stemOf(name));
  return storableName(kind === 'file' && extensionOf(name) ? `${stem}.${extensionOf(name)}` : stem);
}

function planned(
  path: string,
  kind: PlannedFile['kind'],
  known: KnownFile | undefined,
  pages: SourceTree['pages'],
): PlannedFile {
  const stated = known?.title ?? pages.get(path)?.title;
  const title = stated === undefined ? usualTitle(path, kind) : storableName(stated);
  const isDeep = isTooDeep(path);
  return {
    path,
    kind,
    title: isDeep ? storableName(titleWithFolders(path, title)) : title,
    folder: isDeep ? deepestFolder(path) : folderOf(path),
    problem: null,
    created_at: dateOf(known?.created_at),
    updated_at: dateOf(known?.updated_at),
  };
}

/** The path, which no file has, of the folder for the pages below one. */
const pageFolder = (page: string): string => `${page}//`;

type Folders = {
  folders: Map<string, PlannedFile>;
  pages: SourceTree['pages'];
  addFolders: (path: string | null) => void;
};

/** The folders for the pages above one, from the top down. */
function addPageFolders(folder: string | null, { folders, pages, addFolders }: Folders): void {
  const missing: PlannedFile[] = [];
  const seen = new Set<string>();
  for (let at = folder; at?.endsWith('//') && !folders.has(at) && !seen.has(at); ) {
    seen.add(at);
    const page = at.slice(0, -2);
    const above = pages.get(page)?.above ?? null;
    const one = planned(page, 'folder', undefined, pages);
    at = above ? pageFolder(above) : folderOf(page);
    missing.push({ ...one, path: pageFolder(page), folder: at });
  }
  const last = missing.at(-1);
  if (last && !last.folder?.endsWith('//')) addFolders(last.folder);
  for (const one of missing.toReversed()) folders.set(one.path, one);
}

/** No part begins within another, so that a list without ends takes as long as a whole one. */
const INDEX_TAG = /<(\/?)(ul|a)\b([^<>]{0,2000})>/gi;
const LABEL_MAX = 500;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

/** The pages of a Confluence export, by their paths, from the nested list of its `index.html`. */
export function confluencePages(html: string, folder: string): Map<string, PageInTree> {
  const pages = new Map<string, PageInTree>();
  /** The last page of each open list. */
  const open: (string | null)[] = [];
  let link: { address: string; labelAt: number } | null = null;
  for (const { 0: whole, 1: closes, 2: tag = '', 3: attributes = '', index } of html.matchAll(INDEX_TAG)) {
    if (tag.toLowerCase() === 'ul') {
      link = null;
      if (closes) open.pop();
      else if (open.length < DEPTH_MAX) open.push(null);
      continue;
    }
    if (!closes) {
      const address = /\shref\s*=\s*"([^"]{1,500})"/i.exec(attributes)?.[1] ?? '';
      link = /^[^/?#:]+\.html?$/i.test(address) ? { address, labelAt: index + whole.length } : null;
      continue;
    }
    if (link && open.length > 0 && index - link.labelAt <= LABEL_MAX) {
      const path = `${folder}${link.address}`;
      const title = html
        .slice(link.labelAt, index)
        .replace(/<[^<>]*>/g, '')
        .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
        .trim();
      if (title && !pages.has(path)) {
        pages.set(path, { title, above: open.slice(0, -1).findLast((one) => one !== null) ?? null });
        open[open.length - 1] = path;
      }
    }
    link = null;
  }
  return pages;
}
