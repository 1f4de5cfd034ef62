import { extensionOf, isAllowed, kindOfExtension, type UploadKind } from './upload-types.ts';

/** Why a file isn't even sent. */
export type UploadProblem = 'type' | 'empty' | 'too_large';

/**
 * The kind that a file becomes: the wanted one where it may be that, else the one of its extension; null when no
 * kind takes it.
 */
export function uploadKind(name: string, wanted: UploadKind | null): UploadKind | null {
  return wanted && isAllowed(wanted, name) ? wanted : kindOfExtension(extensionOf(name));
}

/** What is wrong with a file before it is sent, or null; the server looks at its bytes. `maxBytes` null: unknown. */
export function uploadProblem(
  file: { name: string; size: number },
  wanted: UploadKind | null,
  maxBytes: number | null,
): UploadProblem | null {
  if (uploadKind(file.name, wanted) === null) return 'type';
  if (file.size === 0) return 'empty';
  return maxBytes !== null && file.size > maxBytes ? 'too_large' : null;
}
