/** A file that was chosen for a new table, until the page of that table opens. */
let handed: { itemId: string; file: File } | null = null;

/** Hands a file to the page of a table, which offers to import it. */
export function handFile(itemId: string, file: File): void {
  handed = { itemId, file };
}

/** The file that was handed to a table; null the second time. */
export function takeHandedFile(itemId: string): File | null {
  if (handed?.itemId !== itemId) return null;
  const { file } = handed;
  handed = null;
  return file;
}
