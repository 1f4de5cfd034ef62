import { arrayMove } from '@dnd-kit/sortable';
import { OFFERED_TYPES } from '#components/fields/field-type-icons.ts';
import { flattenLayout, positionOf } from '#components/forms/builder/changes/draft-changes.ts';
import { useBuilder } from '#components/forms/builder/context/builder-context.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import { draggedInner, droppedInto } from './drop-target.ts';
import { kindOfDragId } from './Palette.tsx';

/** Adds or moves what was dragged (`id`) to where it was dropped (`at`): both are ids of the drag and drop. */
export function useDrop(): (id: string, at: string) => void {
  const { content } = useDraft();
  const { add, addFieldToGroup, reorder, moveField } = useBuilder();
  return (id, at) => {
    const kind = kindOfDragId(id);
    const group = droppedInto(at);
    const inner = draggedInner(id);
    if (group !== null) {
      const type = OFFERED_TYPES.find((one) => one === kind);
      if (type) addFieldToGroup(group, type);
      else if (!kind && findField(content.fields, inner ?? id)) moveField(inner ?? id, { group });
      return;
    }
    if (inner !== null) {
      const page = content.layout.pages.findIndex((one) => one.id === at);
      const spot = positionOf(content.layout, at) ?? (page >= 0 ? { page, at: 0 } : null);
      if (spot) moveField(inner, { position: spot });
      return;
    }
    if (kind) {
      const spot = positionOf(content.layout, at);
      const page = content.layout.pages.findIndex((one) => one.id === at);
      if (spot ?? page >= 0) add(kind, spot ?? { page, at: 0 });
      return;
    }
    const keys = flattenLayout(content.layout);
    const [from, to] = [keys.indexOf(id), Math.max(1, keys.indexOf(at))];
    if (from >= 0 && from !== to) reorder(arrayMove(keys, from, to), id);
  };
}
