import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { loadOptionFinder, loadPart, loadPatterns, loadSentFiles, type Part } from './later-code.ts';

const EDITORS: readonly Part[] = [
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
  for (const editor of EDITORS) fetchWhenIdle(() => loadPart(editor));
  for (const load of [loadOptionFinder, loadSentFiles, loadPatterns]) fetchWhenIdle(load);
}
