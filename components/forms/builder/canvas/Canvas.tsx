import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ReactNode, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { blockKey, flattenLayout } from '#components/forms/builder/changes/draft-changes.ts';
import { useInvalidBlocks } from '#components/forms/builder/context/use-problem.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';
import { BlockCard } from './BlockCard.tsx';
import { draggedInner, droppedInto, GroupDropContext, TargetContext, useTarget } from './drop-target.ts';
import { FormHeader } from './FormHeader.tsx';
import { PageHeader } from './PageHeader.tsx';
import { kindOfDragId } from './Palette.tsx';
import { useDragAnnouncements } from './use-drag-announcements.ts';
import { useDrop } from './use-drop.ts';

const Flow = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  padding: 0;
`;

const Lifted = styled.div`
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('primary')};
  border-radius: ${radius('card')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};
  font-weight: 500;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Empty = styled.p`
  padding: ${space(6)};
  border: 1px dashed ${color('frameLine')};
  border-radius: ${radius('card')};
  color: ${color('quiet')};
  text-align: center;
`;

/** Whether a group is the dragged item, or inside of it. */
function isAround(
  { droppableContainers }: Parameters<CollisionDetection>[0],
  group: string,
  dragged: string,
): boolean {
  const node = droppableContainers.find(({ id }) => id === group)?.node.current;
  const own = document.querySelector(`[data-drag="${CSS.escape(draggedInner(dragged) ?? dragged)}"]`);
  return own?.contains(node ?? null) ?? false;
}

/** The target under the pointer; with the keyboard, the nearest one. */
const under: CollisionDetection = (args) => {
  const dragged = String(args.active.id);
  const within = pointerWithin(args);
  // Of nested groups the innermost, and never a group into itself.
  const groups = within.filter(({ id }) => droppedInto(String(id)) !== null);
  const inner = groups.findLast(({ id }) => !isAround(args, String(id), dragged));
  if (inner) return [inner];
  if (groups.length > 0) return within.filter((one) => !groups.includes(one));
  return within.length > 0 ? within : closestCenter(args);
};

/** The drag-and-drop context of the canvas and its palette, which are inside of it. */
export function BuilderDragContext({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const { nameOf, announcements } = useDragAnnouncements();
  const drop = useDrop();
  const [isPointer, setIsPointer] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const finishDrag = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    setIsPointer(false);
    setTarget(null);
    if (over) drop(String(active.id), String(over.id));
  };

  return (
    <DndContext
      id="form-builder"
      sensors={sensors}
      collisionDetection={under}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: intl.formatMessage({ id: 'builder.drag_help' }) },
      }}
      onDragStart={({ active, activatorEvent }) => {
        setDragged(String(active.id));
        setIsPointer(activatorEvent instanceof PointerEvent);
      }}
      onDragOver={({ active, over }) =>
        setTarget(
          over && (kindOfDragId(String(active.id)) || draggedInner(String(active.id)))
            ? String(over.id)
            : null,
        )
      }
      onDragEnd={finishDrag}
      onDragCancel={() => {
        setDragged(null);
        setIsPointer(false);
        setTarget(null);
      }}
    >
      <TargetContext value={target}>
        <GroupDropContext value={isPointer}>{children}</GroupDropContext>
      </TargetContext>
      <DragOverlay>{dragged && <Lifted>{nameOf(dragged)}</Lifted>}</DragOverlay>
    </DndContext>
  );
}

/** The form in the builder: its pages in one column. */
export function Canvas() {
  const intl = useIntl();
  const { content, form } = useDraft();
  const target = useTarget();
  const wrong = useInvalidBlocks();
  const { layout, fields } = content;
  const keys = useMemo(() => flattenLayout(layout), [layout]);
  const byId = useMemo(() => new Map(fields.map((field) => [field.id, field])), [fields]);
  const pageNames = useMemo(
    () =>
      layout.pages.map(
        ({ title }, at) => title || intl.formatMessage({ id: 'builder.page_n' }, { number: at + 1 }),
      ),
    [layout, intl],
  );
  const isEmpty = layout.pages.every(({ blocks }) => blocks.length === 0);
  const [first, last] = [keys[1], keys.at(-1)];
  return (
    <>
      <FormHeader />
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <Flow aria-label={intl.formatMessage({ id: 'builder.canvas' })}>
          {layout.pages.flatMap(({ blocks, ...page }, at) => [
            <PageHeader key={page.id} page={layout.pages[at] ?? page} at={at} count={layout.pages.length} />,
            ...blocks.map((block) => {
              const key = blockKey(block);
              return (
                <BlockCard
                  key={key}
                  block={block}
                  field={block.kind === 'field' ? (byId.get(block.field) ?? null) : null}
                  slug={form.slug}
                  pageNames={pageNames}
                  page={at}
                  isFirst={key === first}
                  isLast={key === last}
                  isInvalid={wrong.has(key)}
                  isTarget={target === key}
                />
              );
            }),
          ])}
        </Flow>
      </SortableContext>
      {isEmpty && (
        <Empty>
          <FormattedMessage id="builder.empty" />
        </Empty>
      )}
    </>
  );
}
