import { useHasWaitingCells } from '#context/waiting-cells.ts';
import { isWrittenHere } from '#lib/browser/written-here.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ShownState } from './SaveBadge.tsx';
import type { useEditing } from './use-editing.ts';
import type { SaveState } from './use-item.ts';
import { useUnsavedDraft } from './use-unsaved-draft.ts';

/** Whether the user may write the item's text, and the state of saving title, text and cells together. */
export function useWriting(item: Item, ofTitle: SaveState, editing: ReturnType<typeof useEditing>) {
  const mayChange = item.allowed.includes('item.change');
  const canWrite = isWrittenHere(item) && mayChange;
  const draft = useUnsavedDraft(canWrite && !editing.isOpen ? item.id : null);
  // A file is changed by its title alone: at rest there is nothing to say of it.
  const isWritten = item.file_name === null && mayChange;
  const written: ShownState = draft.savedAt === null ? editing.save : 'draft';
  const ofText: ShownState = useHasWaitingCells() ? 'unsaved' : written;
  const save = ofTitle === 'saved' ? ofText : ofTitle;
  return { isWritten, canWrite, draft, save };
}
