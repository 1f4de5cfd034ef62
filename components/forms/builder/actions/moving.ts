import { focusNode } from '#components/forms/builder/canvas/SelectButton.tsx';
import * as changes from '#components/forms/builder/changes/draft-changes.ts';
import { moveField } from '#components/forms/builder/changes/move-field.ts';
import type { Builder } from '#components/forms/builder/context/builder-context.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import type { ActionTools } from './action-tools.tsx';

type Moving = Pick<Builder, 'move' | 'moveToPage' | 'moveField' | 'reorder' | 'movePage'>;

/** Moves fields, blocks and pages: by a step, to another page, into a group, or to where they were dragged. */
export function movingActions(tools: ActionTools): Moving {
  const { intl, now, change, announce, announceChange, nameOf, select, ask } = tools;
  return {
    move: (id, step) => {
      change((one) => changes.moveNodeByStep(one, id, step), announceChange('builder.did_move', nameOf(id)));
      const { content } = now();
      const spot = changes.positionOf(content.layout, id);
      const place = spot
        ? { page: spot.page + 1, at: spot.at + 1 }
        : { page: 0, at: (findField(content.fields, id)?.at ?? 0) + 1 };
      announce(
        intl.formatMessage(
          { id: spot ? 'builder.moved_to' : 'builder.moved_inside' },
          { name: nameOf(id).slice(0, 60), ...place },
        ),
      );
    },
    moveToPage: (id, page) =>
      change(
        (one) => changes.moveBlock(one, id, { page, at: one.layout.pages[page]?.blocks.length ?? 0 }),
        announceChange('builder.did_move', nameOf(id)),
      ),
    moveField: (id, to) => {
      const { content, form } = now();
      const isReceipt = to !== null && 'group' in to && form.settings.receipt_field === id;
      const move = to && moveField(content, id, to);
      if (move && !move.ok && move.why === 'itself') return;
      if (!move?.ok || move.broken.length > 0 || move.emptied || isReceipt) {
        ask({ id, to });
        return;
      }
      change(() => move.content, announceChange('builder.did_move', nameOf(id)));
      select({ kind: 'field', id });
      focusNode(id);
    },
    reorder: (keys, moved) =>
      change(
        (one) => changes.reorderBlocks(one, keys),
        intl.formatMessage({ id: 'builder.did_move' }, { name: nameOf(moved).slice(0, 60) }),
      ),
    movePage: (id, step) =>
      change((one) => changes.movePage(one, id, step), announceChange('builder.did_move', nameOf(id))),
  };
}
