import { patiently } from '#components/fields/back-online.ts';
import type { createFileAnswers, FileAnswersOptions } from '#components/fields/create-file-answers.ts';
import type { FileAnswers, FileOutcome } from '#components/fields/file-answers.ts';
import { loadFileAnswers } from '#components/fields/later-code.ts';

/** The way of files to a form's uploads, loaded with the first file: most forms ask for none. */
export function laterFiles({ maxBytes, ...way }: FileAnswersOptions): FileAnswers {
  const running = new Set<Promise<FileOutcome>>();
  let answers: ReturnType<typeof createFileAnswers> | null = null;
  const load = async () => {
    const { createFileAnswers } = await loadFileAnswers();
    answers ??= createFileAnswers(way);
    return answers;
  };
  return {
    maxBytes,
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
    send(field, file, told) {
      const sending: Promise<FileOutcome> = patiently(load, told)
        .then(async (loaded) => (await loaded?.send(field, file, told)) ?? { kind: 'gone' as const })
        .finally(() => running.delete(sending));
      // The very promise that the field awaits: its value has the file before anybody hears that all is settled.
      running.add(sending);
      return sending;
    },
    look: async (id) => (await load()).look(id),
  };
}
