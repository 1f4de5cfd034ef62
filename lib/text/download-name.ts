import { extensionOf } from './upload-types.ts';

/** The name that a file is saved under: what its item is called now, with the ending that it came with. */
export function downloadName({ title, file_name }: { title: string; file_name: string | null }): string {
  const extension = extensionOf(file_name ?? '');
  return extension === '' || extensionOf(title) === extension ? title : `${title}.${extension}`;
}
