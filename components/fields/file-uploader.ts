import { createContext } from 'react';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Problem } from '#lib/fields/problem.ts';
import type { MessageCatalog } from '#lib/text/inline-messages.ts';

/** An uploaded file; its id is the value of the field. */
export type UploadedFile = { id: string; name: string; size: number };

/** Outcome of an upload: `gone` where it was cancelled. */
export type FileUploadOutcome =
  | { kind: 'sent'; file: UploadedFile }
  /** The API's message; empty where it sent none. `problem` where the field itself refused the file. */
  | { kind: 'refused'; code: string; message: string; problem?: Problem | undefined }
  | { kind: 'gone' };

export type FileUploadOptions = {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  /** Whether the network is available; while it isn't, the upload pauses. */
  onNetwork: (isThere: boolean) => void;
  signal: AbortSignal;
};

/** Uploads files while a form is filled. */
export type FileUploader = {
  /** Largest allowed file in bytes; null where there is no limit. */
  maxBytes: number | null;
  send(field: FieldDefinition, file: File, options: FileUploadOptions): Promise<FileUploadOutcome>;
  /** Looks up a file by its id, on the server where it was uploaded earlier. Null when it no longer exists. */
  look(id: string): Promise<UploadedFile | null>;
  /** The message for a problem of a file. */
  describe(problem: Problem, catalog: MessageCatalog): string;
  /** Resolves when no upload is in progress any more. */
  settled(): Promise<void>;
};

/** Without an uploader, the browser posts files with the form. */
export const FileUploaderContext = createContext<FileUploader | null>(null);
