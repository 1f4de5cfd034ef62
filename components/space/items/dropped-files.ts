/** A file with the folders that it lies in, from the outermost in; none for a file that was dropped by itself. */
export type DroppedFile = { file: File; folders: readonly string[] };

/** Folders of a drop are followed to this depth, and this many files are taken: beyond it lies a mistake. */
const DEEPEST = 16;
const MOST_FILES = 5000;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** All files of a drop, those inside folders too; what can't be read is left out. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  // Both lists are emptied once the event is over.
  const files = [...transfer.files];
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry ? [entry] : [];
  });
  if (!entries.some(isFolder)) return files.map((file) => ({ file, folders: [] }));
  const found: DroppedFile[] = [];
  for (const entry of entries) await collect(entry, [], found);
  return found;
}

async function collect(
  entry: FileSystemEntry,
  folders: readonly string[],
  found: DroppedFile[],
): Promise<void> {
  if (found.length >= MOST_FILES) return;
  if (isFile(entry)) {
    const file = await new Promise<File | null>((done) => entry.file(done, () => done(null)));
    // What systems leave behind in folders nobody means to upload.
    if (file && !(folders.length > 0 && file.name.startsWith('.'))) found.push({ file, folders });
    return;
  }
  if (!isFolder(entry) || folders.length >= DEEPEST) return;
  const reader = entry.createReader();
  for (;;) {
    // Browsers hand out a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])));
    if (some.length === 0) return;
    for (const inner of some) await collect(inner, [...folders, entry.name], found);
  }
}
