import { extensionOf } from './upload-kinds.ts';

/** The name that a file is downloaded under: its item's current title, with the file's original extension. */
export function downloadName({ title, file_name }: { title: string; file_name: string | null }): string {
  const extension = extensionOf(file_name ?? '');
  return extension === '' || extensionOf(title) === extension ? title : `${title}.${extension}`;
}
