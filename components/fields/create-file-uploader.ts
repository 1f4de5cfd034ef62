import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { FileUploader, FileUploadOptions, UploadedFile } from './file-uploader.ts';
import { type FileUploadTarget, sendFile } from './send-file.ts';

/** The destination of files, and their maximum size in bytes. */
export type FileUploaderOptions = FileUploadTarget & { maxBytes: number | null };

type FileMethods = Pick<FileUploader, 'send' | 'look'>;

const isSentFile = (data: unknown): data is UploadedFile =>
  isRecord(data) && typeof data.name === 'string' && typeof data.size === 'number';

/** An uploader for a form's files (`public/forms/{slug}/uploads/`). */
export function createFileUploader(target: FileUploadTarget): FileMethods {
  const known = new Map<string, UploadedFile>();
  return {
    async send(field: FieldDefinition, file: File, options: FileUploadOptions) {
      const outcome = await sendFile(target, field.id, file, options);
      if (outcome.kind === 'sent') known.set(outcome.file.id, outcome.file);
      return outcome;
    },
    async look(id) {
      const before = known.get(id);
      if (before) return before;
      const headers = { ...(await target.headers()), 'Tus-Resumable': '1.0.0' };
      const response = await fetch(`${target.endpoint()}${encodeURIComponent(id)}/`, { headers });
      if (response.status === 404) return null;
      const { data }: { data?: unknown } = await response.json();
      if (!isSentFile(data)) throw new TypeError('not what is told of a file');
      const file = { id, name: data.name, size: data.size };
      known.set(id, file);
      return file;
    },
  };
}
