import type { Announcements } from '@dnd-kit/core';
import { useIntl } from 'react-intl';
import { positionOf } from '#components/forms/builder/changes/draft-changes.ts';
import { nodeName } from '#components/forms/builder/changes/node-name.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { draggedInner, droppedInto } from './drop-target.ts';
import { kindOfDragId } from './Palette.tsx';

/** What a screen reader announces while something is dragged, and the name of what is. */
export function useDragAnnouncements() {
  const intl = useIntl();
  const { now } = useDraft();

  const nameOf = (id: string): string => {
    const kind = kindOfDragId(id);
    const node = draggedInner(id) ?? droppedInto(id) ?? id;
    if (!kind) return nodeName(intl, now().content, node).slice(0, 60);
    const isBetween = kind === 'page' || kind === 'section' || kind === 'note' || kind === 'picture';
    return intl.formatMessage({ id: isBetween ? `builder.between_${kind}` : `builder.type_${kind}` });
  };
  const placeOf = (id: string) => {
    const { layout } = now().content;
    const page = layout.pages.findIndex((one) => one.id === id);
    const spot = positionOf(layout, id);
    return { page: (spot?.page ?? page) + 1, at: spot ? spot.at + 1 : 1 };
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) =>
      intl.formatMessage(
        { id: 'builder.picked_up' },
        { name: nameOf(String(active.id)), ...placeOf(String(active.id)) },
      ),
    onDragOver: ({ active, over }) =>
      over && droppedInto(String(over.id))
        ? intl.formatMessage(
            { id: 'builder.over_group' },
            { name: nameOf(String(active.id)), group: nameOf(String(over.id)) },
          )
        : over
          ? intl.formatMessage(
              { id: 'builder.over' },
              { name: nameOf(String(active.id)), ...placeOf(String(over.id)) },
            )
          : intl.formatMessage({ id: 'builder.over_nothing' }, { name: nameOf(String(active.id)) }),
    // The item has moved already; an item from the palette is announced when it is added.
    onDragEnd: ({ active, over }) => {
      const id = String(active.id);
      const name = nameOf(id);
      if (!over) return intl.formatMessage({ id: 'builder.put_back' }, { name });
      // A move into or out of a group is announced when it is done.
      if (kindOfDragId(id) || draggedInner(id) || droppedInto(String(over.id))) return undefined;
      return intl.formatMessage({ id: 'builder.dropped' }, { name, ...placeOf(id) });
    },
    onDragCancel: ({ active }) =>
      intl.formatMessage({ id: 'builder.put_back' }, { name: nameOf(String(active.id)) }),
  };
  return { nameOf, announcements };
}
