/** A file that was chosen for a new table, until the page of that table opens. */
let pending: { itemId: string; file: File } | null = null;

/** Hands a file to the page of a table, which offers to import it. */
export function setPendingImportFile(itemId: string, file: File): void {
  pending = { itemId, file };
}

/** The file that was handed to a table; null the second time. */
export function takePendingImportFile(itemId: string): File | null {
  if (pending?.itemId !== itemId) return null;
  const { file } = pending;
  pending = null;
  return file;
}
