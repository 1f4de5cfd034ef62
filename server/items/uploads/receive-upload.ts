import type { IncomingMessage } from 'node:http';
import { UPLOAD_VISIBILITIES, type UploadVisibility } from '#lib/contract/upload-parts.ts';
import { isUploadKind, type UploadKind } from '#lib/text/upload-types.ts';
import type { ReceivedBody } from '#server/api/route.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { storableName, titleOfFile } from '#server/platform/http/file-name.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import { readMultipart } from '#server/platform/http/multipart.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';

/** A file that was not taken, and why. */
export type RefusedUpload = { name: string; code: string; message: string };

export type IncomingFile = { name: string; file: ReceivedFile };

/** An upload that was received completely: on the disk, not stored yet. */
export type ReceivedUpload = ReceivedBody & {
  files: readonly IncomingFile[];
  /** Those that were too large to be taken in. */
  refused: readonly RefusedUpload[];
  kind: UploadKind | undefined;
  parent: string | undefined;
  /** The document that the files are put into. */
  document: string | undefined;
  visibility: UploadVisibility;
};

/**
 * Receives an upload's parts; only what is too large is refused, the others continue.
 * @throws ApiError 400 when the upload is interrupted, 413 for too many parts, 422 for a kind that does not
 * exist or no file at all; nothing is left behind then.
 */
export async function receiveUpload(
  services: Services,
  request: IncomingMessage,
  incoming: IncomingBytes,
): Promise<ReceivedUpload> {
  const files: IncomingFile[] = [];
  const refused: RefusedUpload[] = [];
  const fields = new Map<string, string>();
  // In the order in which they arrived, including the refused ones: what makes two uploads equal.
  const parts: { name: string; sha256: string; size: number }[] = [];
  const deleteFiles = async () => {
    await Promise.all(files.map(({ file }) => file.discard()));
  };
  const { maxUploadBytes: maxBytes } = services.config;
  try {
    await readMultipart(request, maxBytes, {
      onField: (name, value) => fields.set(name, value),
      async onFile(stream, partName, isCut) {
        // A part's header can't contain every name: one that is sent beside it is the next file's, unchanged.
        const fileName = fields.get('name') ?? partName;
        fields.delete('name');
        const file = await services.storage.receive(stream, { maxBytes, onBytes: incoming.take });
        parts.push({ name: fileName, sha256: file.sha256, size: file.size });
        try {
          if (isCut()) throw fileTooLarge(maxBytes);
          files.push({ name: titleOfFile(fileName), file });
        } catch (error) {
          await file.discard();
          if (!(error instanceof ApiError)) throw error;
          const { code, message } = error;
          refused.push({ name: storableName(fileName), code, message });
        }
      },
    });
    if (parts.length === 0) throw invalid({ files: ['Please choose a file.'] });
    const kind = kindOf(fields);
    const parent = fields.get('parent')?.trim() || undefined;
    const document = fields.get('document')?.trim() || undefined;
    const visibility = visibilityOf(fields);
    const content = {
      kind: kind ?? null,
      parent: parent ?? null,
      // Of an upload without it, the record stays what it was.
      ...(visibility === 'private' ? { visibility } : {}),
      ...(document === undefined ? {} : { document }),
      parts,
    };
    return { files, refused, kind, parent, document, visibility, content, cleanUp: deleteFiles };
  } catch (error) {
    await deleteFiles();
    throw error;
  }
}

function visibilityOf(fields: ReadonlyMap<string, string>): UploadVisibility {
  const input = fields.get('visibility')?.trim() || 'shared';
  const visibility = UPLOAD_VISIBILITIES.find((one) => one === input);
  if (!visibility) throw invalid({ visibility: ['Visibility must be shared or private.'] });
  return visibility;
}

function kindOf(fields: ReadonlyMap<string, string>): UploadKind | undefined {
  const kind = fields.get('kind')?.trim() || undefined;
  if (kind !== undefined && !isUploadKind(kind))
    throw invalid({ kind: [`Kind ${kind.slice(0, 40)} does not exist.`] });
  return kind;
}
