import { FormattedMessage } from 'react-intl';
import { focusNode } from '#components/forms/builder/canvas/SelectButton.tsx';
import * as changes from '#components/forms/builder/changes/draft-changes.ts';
import type { Builder } from '#components/forms/builder/context/builder-context.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import type { ActionTools } from './action-tools.tsx';

/** Removes fields, blocks and pages, and selects what is beside them. */
export function removingActions(tools: ActionTools): Pick<Builder, 'remove' | 'removePage'> {
  const { now, change, revert, announceChange, nameOf, select, toast } = tools;
  return {
    remove: (id) => {
      const { content } = now();
      const found = findField(content.fields, id);
      const beside = found?.around.at(-1);
      if (found && beside && found.beside.length === 1) {
        toast({ tone: 'warning', text: <FormattedMessage id="builder.last_of_group" /> });
        return;
      }
      const name = nameOf(id);
      const message = announceChange('builder.did_remove', name);
      change((one) => changes.removeNode(one, id), message);
      const after = now().content;
      const bringBack = () => {
        revert(content, after, announceChange('builder.did_restore', name));
        select({ kind: found ? 'field' : 'block', id });
        focusNode(id);
      };
      const spot = changes.positionOf(content.layout, id);
      const blocks = spot ? (content.layout.pages[spot.page]?.blocks ?? []) : [];
      const next = spot && (blocks[spot.at + 1] ?? blocks[spot.at - 1]);
      const nextId = beside?.id ?? (next && changes.blockKey(next));
      const isField = beside !== undefined || next?.kind === 'field';
      select(nextId ? { kind: isField ? 'field' : 'block', id: nextId } : { kind: 'form' });
      focusNode(nextId ?? 'form');
      toast({
        text: message,
        action: { label: <FormattedMessage id="builder.undo" />, onSelect: bringBack },
      });
    },
    removePage: (id) => {
      change((one) => changes.removePage(one, id), announceChange('builder.did_remove', nameOf(id)));
      select({ kind: 'form' });
    },
  };
}
