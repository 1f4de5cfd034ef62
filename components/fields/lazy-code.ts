/** Parts of a form's page that it loads when they are needed, or before the network may go away: the same for both. */
export const loadUploadedFiles = () => import('./UploadedFiles.tsx');
export const loadFileUploader = () => import('./create-file-uploader.ts');
export const loadOptionCombobox = () => import('./OptionCombobox.tsx');
/** Patterns are checked from when it is there. */
export const loadPatterns = () => import('#lib/fields/pattern.ts');

/** Components that are shown by `dynamic()`. */
export type LazyPart =
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

const loaders: Partial<Record<LazyPart, () => Promise<unknown>>> = {};

/**
 * Notes the loader that `dynamic()` is given, for `loadLazyPart`: an `import()` within the call of `dynamic()` is built into
 * a chunk of its own, so that the same `import()` elsewhere would fetch another, and the component still miss its own.
 */
export function lazyPart<Loader extends () => Promise<unknown>>(name: LazyPart, load: Loader): Loader {
  loaders[name] = load;
  return load;
}

/** Loads the code of a part of the modules that are there, so that it shows without a network. */
export const loadLazyPart = async (name: LazyPart) => loaders[name]?.();
