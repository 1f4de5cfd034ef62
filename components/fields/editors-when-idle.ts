import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import {
  type LazyPart,
  loadLazyPart,
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
 * Has the editors of all field types fetched while the browser is idle: a dialog that shows fields may need any of
 * them. Called where that dialog's module stands, so that they come after it.
 */
export function fetchEditorsWhenIdle(): void {
  for (const editor of EDITORS) fetchWhenIdle(() => loadLazyPart(editor));
  for (const load of [loadOptionCombobox, loadUploadedFiles, loadPatterns]) fetchWhenIdle(load);
}
