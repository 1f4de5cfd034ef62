import type { FileAnswersOptions } from '#components/fields/create-file-answers.ts';
import type { FileAnswers } from '#components/fields/file-answers.ts';

/** The way of files to a form's uploads, loaded with the first file: most forms ask for none. */
export function laterFiles(options: FileAnswersOptions): FileAnswers {
  let answers: FileAnswers | null = null;
  const load = async (): Promise<FileAnswers> => {
    const { createFileAnswers } = await import('#components/fields/create-file-answers.ts');
    answers ??= createFileAnswers(options);
    return answers;
  };
  return {
    maxBytes: options.maxBytes,
    sending: () => answers?.sending() ?? 0,
    settled: async () => answers?.settled(),
    send: async (...file) => (await load()).send(...file),
    look: async (id) => (await load()).look(id),
  };
}
