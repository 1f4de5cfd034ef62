/** Parts of a form's page that it loads when they are needed, or before the network may go away: the same for both. */
export const loadSentFiles = () => import('./SentFiles.tsx');
export const loadFileAnswers = () => import('./create-file-answers.ts');
export const loadOptionFinder = () => import('./OptionFinder.tsx');
/** Patterns are checked from when it is there. */
export const loadPatterns = () => import('#lib/fields/pattern.ts');

/** Components that are shown by `dynamic()`. */
export type Part =
  | 'number'
  | 'time'
  | 'phone'
  | 'address'
  | 'choice'
  | 'list'
  | 'nested'
  | 'form'
  | 'hint'
  | 'value'
  | 'summary';

const loaders: Partial<Record<Part, () => Promise<unknown>>> = {};

/**
 * Notes the loader that `dynamic()` is given, for `loadPart`: an `import()` within the call of `dynamic()` is built into
 * a chunk of its own, so that the same `import()` elsewhere would fetch another, and the component still miss its own.
 */
export function part<Loader extends () => Promise<unknown>>(name: Part, load: Loader): Loader {
  loaders[name] = load;
  return load;
}

/** Loads the code of a part of the modules that are there, so that it shows without a network. */
export const loadPart = async (name: Part) => loaders[name]?.();
