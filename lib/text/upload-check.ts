import { extensionOf, isAllowed, kindOfExtension, type UploadKind } from './upload-types.ts';

/** Why a file is rejected before its upload. */
export type UploadProblem = 'type' | 'empty' | 'too_large';

/**
 * The kind of a file's item: the wanted one where its type allows that, else that of its extension; null when
 * no kind allows it.
 */
export function uploadKind(name: string, wanted: UploadKind | null): UploadKind | null {
  return wanted && isAllowed(wanted, name) ? wanted : kindOfExtension(extensionOf(name));
}

/**
 * The problem of a file before its upload, or null; the server checks its bytes. `maxBytes` null: unknown.
 */
export function uploadProblem(
  file: { name: string; size: number },
  wanted: UploadKind | null,
  maxBytes: number | null,
): UploadProblem | null {
  if (uploadKind(file.name, wanted) === null) return 'type';
  if (file.size === 0) return 'empty';
  return maxBytes !== null && file.size > maxBytes ? 'too_large' : null;
}
