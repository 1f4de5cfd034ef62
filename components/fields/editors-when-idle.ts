import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import {
  type LazyPart,
  loadLazyPart,
  loadMoreFunctions,
  loadOptionCombobox,
  loadPatterns,
  loadUploadedFiles,
} from './lazy-code.ts';

const EDITORS: readonly LazyPart[] = [
  'choice',
  'number',
  'time',
  'phone',
  'address',
  'list',
  'nested',
  'form',
  'hint',
  'value',
];

/**
 * Prefetches the editors of all field types while the browser is idle: a dialog that shows fields may need any of them.
 * Called at module level of that dialog, so that they are loaded after it.
 */
export function fetchEditorsWhenIdle(): void {
  for (const editor of EDITORS) fetchWhenIdle(() => loadLazyPart(editor));
  for (const load of [loadOptionCombobox, loadUploadedFiles, loadPatterns, loadMoreFunctions])
    fetchWhenIdle(load);
}
