/** Parts of the fill page that are loaded on demand or before the network may be lost: shared by both callers. */
export const loadUploadedFiles = () => import('./UploadedFiles.tsx');
export const loadFileUploader = () => import('./create-file-uploader.ts');
export const loadOptionCombobox = () => import('./OptionCombobox.tsx');
/** Patterns are validated once this is loaded. */
export const loadPatterns = () => import('#lib/fields/pattern.ts');

/** Functions that few formulas call have results once this is loaded: with the first computed field. */
export const loadMoreFunctions = () => import('#lib/fields/formula-more.ts');

/** Components that are rendered by `dynamic()`. */
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
 * Registers the loader that `dynamic()` gets, for `loadLazyPart`: an `import()` within the call of `dynamic()` is built
 * into a chunk of its own, so that the same `import()` elsewhere would fetch another chunk than the component needs.
 */
export function lazyPart<Loader extends () => Promise<unknown>>(name: LazyPart, load: Loader): Loader {
  loaders[name] = load;
  return load;
}

/** Loads the code of a registered part, so that it can be shown without a network. */
export const loadLazyPart = async (name: LazyPart) => loaders[name]?.();
