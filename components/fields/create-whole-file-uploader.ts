import { englishProblem } from '#lib/fields/english-problem.ts';
import { parseFieldProblems } from '#lib/fields/problem-codes.ts';
import type { UploadOptions } from '#services/http.ts';
import { failureOf, messageOf } from '#services/http.ts';
import type { FileUploader, UploadedFile } from './file-uploader.ts';

/** Sends a whole file for a field (by its id). @throws the client's error */
export type UploadWholeFile = (field: string, file: File, options: UploadOptions) => Promise<UploadedFile>;

/** An uploader that sends each file in one request; the record's existing files are known in advance. */
export function createWholeFileUploader(
  send: UploadWholeFile,
  files: Readonly<Record<string, { name: string; size: number }>> = {},
): FileUploader {
  const known = new Map<string, UploadedFile>(
    Object.entries(files).map(([id, { name, size }]) => [id, { id, name, size }]),
  );
  let running = 0;
  let settle: (() => void)[] = [];
  const finish = () => {
    running -= 1;
    if (running > 0) return;
    for (const one of settle) one();
    settle = [];
  };
  return {
    maxBytes: null,
    describe: englishProblem,
    async send(field, file, { onProgress, onNetwork, signal }) {
      running += 1;
      try {
        const sent = await send(field.id, file, { onProgress, signal });
        onNetwork(true);
        known.set(sent.id, sent);
        return { kind: 'sent', file: sent };
      } catch (error) {
        if (signal.aborted) return { kind: 'gone' };
        const failure = failureOf(error);
        const message = failure?.fields?.file?.[0] ?? messageOf(error);
        const [problem] = parseFieldProblems(failure?.details);
        return { kind: 'refused', code: failure?.code ?? 'offline', message, problem };
      } finally {
        finish();
      }
    },
    look: async (id) => known.get(id) ?? null,
    settled: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => settle.push(resolve))),
  };
}
