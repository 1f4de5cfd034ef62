import { createContext } from 'react';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Problem } from '#lib/fields/problem.ts';

/** A file that was sent for an answer; its id is the value. */
export type SentFile = { id: string; name: string; size: number };

/** What came of sending a file: `gone` where it was given up. */
export type FileOutcome =
  | { kind: 'sent'; file: SentFile }
  /** In the API's words; none where it gave none. `problem` where the field itself refused it. */
  | { kind: 'refused'; code: string; message: string; problem?: Problem | undefined }
  | { kind: 'gone' };

export type SendingFile = {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  /** Whether the network is there; while it isn't, sending waits. */
  onNetwork: (isThere: boolean) => void;
  signal: AbortSignal;
};

/** The way of files to the server while a form is filled. */
export type FileAnswers = {
  /** Bytes that any file may have at most; null where nobody said. */
  maxBytes: number | null;
  send(field: FieldDefinition, file: File, told: SendingFile): Promise<FileOutcome>;
  /** What is known of a file by its id: asked of the server where it was sent before. Null when it is kept no longer. */
  look(id: string): Promise<SentFile | null>;
  /** When none is on its way any more. */
  settled(): Promise<void>;
};

/** Without one, files are posted with the form by the browser itself. */
export const FileAnswersContext = createContext<FileAnswers | null>(null);
