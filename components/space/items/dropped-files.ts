/** A file with the folders around it, from the outermost in; none for a file that was dropped by itself. */
export type DroppedFile = { file: File; folders: readonly string[] };

/** The files of a drop, and whether some are left out. */
export type Dropped = { files: DroppedFile[]; isTooMany: boolean; isTooDeep: boolean };

/** Maximum depth of folders and maximum number of files in a drop: more is probably a mistake. */
export const DEEPEST = 16;
export const MOST_FILES = 5000;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** All files of a drop, including those inside folders, within the limits; unreadable ones are left out. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const dropped: Dropped = { files: [], isTooMany: false, isTooDeep: false };
  // Both lists are emptied once the event handler returns.
  const files = [...transfer.files];
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry ? [entry] : [];
  });
  if (!entries.some(isFolder)) {
    return { ...dropped, files: files.map((file) => ({ file, folders: [] })) };
  }
  for (const entry of entries) await collect(entry, [], dropped);
  return dropped;
}

async function collect(entry: FileSystemEntry, folders: readonly string[], dropped: Dropped): Promise<void> {
  if (dropped.isTooMany) return;
  if (isFile(entry)) {
    // Hidden files that operating systems create in folders are not meant to be uploaded.
    if (folders.length > 0 && entry.name.startsWith('.')) return;
    if (dropped.files.length >= MOST_FILES) {
      dropped.isTooMany = true;
      return;
    }
    const file = await new Promise<File | null>((done) => entry.file(done, () => done(null)));
    if (file) dropped.files.push({ file, folders });
    return;
  }
  if (!isFolder(entry)) return;
  if (folders.length >= DEEPEST) {
    dropped.isTooDeep = true;
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    // Browsers return a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])));
    if (some.length === 0) return;
    for (const inner of some) await collect(inner, [...folders, entry.name], dropped);
  }
}
