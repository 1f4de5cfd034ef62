import type { createFileUploader, FileUploaderOptions } from '#components/fields/create-file-uploader.ts';
import type { FileUploader, FileUploadOutcome } from '#components/fields/file-uploader.ts';
import { loadFileUploader } from '#components/fields/lazy-code.ts';
import { loadWithRetry } from '#components/fields/wait-until-online.ts';
import { translateProblem } from '#lib/fields/translate-problem.ts';

/** A form's file uploader, loaded with the first file: most forms have no file fields. */
export function lazyFileUploader({ maxBytes, ...target }: FileUploaderOptions): FileUploader {
  const running = new Set<Promise<FileUploadOutcome>>();
  let uploader: ReturnType<typeof createFileUploader> | null = null;
  const load = async () => {
    const { createFileUploader: createUploader } = await loadFileUploader();
    uploader ??= createUploader(target);
    return uploader;
  };
  return {
    describe: translateProblem,
    maxBytes,
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
    send(field, file, options) {
      const sending: Promise<FileUploadOutcome> = loadWithRetry(load, options)
        .then(async (loaded) => (await loaded?.send(field, file, options)) ?? { kind: 'gone' as const })
        .finally(() => running.delete(sending));
      // The same promise that the field awaits: its value contains the file before `settled` resolves.
      running.add(sending);
      return sending;
    },
    look: async (id) => (await load()).look(id),
  };
}
