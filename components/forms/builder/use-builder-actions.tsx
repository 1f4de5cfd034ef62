import { useEffect, useMemo, useRef } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import { focusNode } from '#components/forms/builder/canvas/SelectButton.tsx';
import { readCopiedField, storeCopiedField } from '#components/forms/builder/changes/copied-field.ts';
import * as changes from '#components/forms/builder/changes/draft-changes.ts';
import { moveField } from '#components/forms/builder/changes/move-field.ts';
import { type NewFieldLabels, newField } from '#components/forms/builder/changes/new-field.ts';
import { nodeName } from '#components/forms/builder/changes/node-name.ts';
import type { AddableKind, Builder } from '#components/forms/builder/context/builder-context.ts';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import {
  copyField,
  findField,
  limitExceeded,
  namesOf,
  newId,
  uniqueFieldName,
} from '#components/forms/draft/fields-in-draft.ts';
import { type Selected, useSelection } from '#components/forms/draft/selection-context.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import { DEFINITION_LIMITS, type FieldDefinition } from '#lib/fields/definition.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import { type Block, LAYOUT_LIMITS } from '#lib/forms/layout.ts';
import type { PendingMove } from './MoveFieldDialog.tsx';

const initialLabels = (intl: IntlShape, type: FieldType): NewFieldLabels => ({
  label: intl.formatMessage({ id: `builder.type_${type}` }),
  option: (number) => intl.formatMessage({ id: 'builder.option' }, { number }),
  inner: intl.formatMessage({ id: 'builder.first_inner' }),
});

type Did = `builder.did_${'add' | 'remove' | 'restore' | 'duplicate' | 'move' | 'paste'}`;

const idOf = (selected: Selected): string | null => (selected.kind === 'form' ? null : selected.id);

/** The actions of the builder's buttons and keys: each can be undone, and is announced to screen readers. */
export function useBuilderActions(ask: (move: PendingMove) => void): Builder {
  const intl = useIntl();
  const toast = useToast();
  const draft = useDraft();
  const storage = useAccountStorage();
  const selection = useSelection();
  const { change, now, revert } = draft;
  const { selected, select, goTo, announce } = selection;
  const afterNow = useRef<string | null>(null);
  useEffect(() => {
    afterNow.current = idOf(selected);
  }, [selected]);

  return useMemo<Builder>(() => {
    const announceChange = (id: Did, name: string) => {
      const message = intl.formatMessage({ id }, { name: name.slice(0, 60) });
      announce(message);
      return message;
    };
    const refuse = (why: 'fields' | 'depth' | 'pages' | 'blocks') => {
      const max = { ...DEFINITION_LIMITS, ...LAYOUT_LIMITS }[why];
      toast({ tone: 'warning', text: <FormattedMessage id={`builder.too_many_${why}`} values={{ max }} /> });
    };
    const nameOf = (id: string) => nodeName(intl, now().content, id);

    /** Inserts a field after the selection: into its group, if the selection is in one. */
    const place = (field: FieldDefinition, label: string, spot?: changes.BlockPosition): boolean => {
      const { content } = now();
      const after = afterNow.current;
      const beside = after && !spot ? findField(content.fields, after) : null;
      const group = beside?.around.at(-1);
      const why = limitExceeded(content.fields, [field], (group && beside ? beside.around.length : 0) + 1);
      if (why) {
        refuse(why);
        return false;
      }
      change((draft) => {
        if (group && after) return changes.addFieldToGroup(draft, group.id, field, after);
        return changes.addField(draft, field, spot ?? changes.positionAfter(draft, after));
      }, label);
      goTo({ kind: 'field', id: field.id, part: 'label' });
      return true;
    };
    const besideNames = () => {
      const { content } = now();
      const after = afterNow.current;
      return namesOf((after && findField(content.fields, after)?.beside) || content.fields);
    };

    /** The selected block, or the outermost group around the selection. */
    const outermost = (content: DraftContent): string | null => {
      const after = afterNow.current;
      return (after && findField(content.fields, after)?.around[0]?.id) || after;
    };

    const addBlock = (block: Extract<Block, { id: string }>, part: string, spot?: changes.BlockPosition) => {
      const { content } = now();
      const blocks = content.layout.pages.reduce((sum, page) => sum + page.blocks.length, 0);
      if (blocks >= LAYOUT_LIMITS.blocks) {
        refuse('blocks');
        return;
      }
      const name = intl.formatMessage({ id: `builder.block_${block.kind}` });
      const outer = outermost(content);
      change(
        (one) => changes.addBlock(one, block, spot ?? changes.positionAfter(one, outer)),
        announceChange('builder.did_add', name),
      );
      goTo({ kind: 'block', id: block.id, part });
    };
    const addPage = (spot?: changes.BlockPosition) => {
      const { content } = now();
      if (content.layout.pages.length >= LAYOUT_LIMITS.pages) {
        refuse('pages');
        return;
      }
      const at = (spot ?? changes.positionAfter(content, outermost(content))).page;
      const page = { id: newId('p'), blocks: [] };
      change(
        (one) => changes.addPage(one, page, at),
        announceChange('builder.did_add', intl.formatMessage({ id: 'builder.block_page' })),
      );
      goTo({ kind: 'page', id: page.id, part: 'title' });
    };

    return {
      add: (kind: AddableKind, spot) => {
        if (kind === 'page') addPage(spot);
        else if (kind === 'section') {
          const title = intl.formatMessage({ id: 'builder.block_section' });
          addBlock({ kind: 'section', id: newId('b'), title }, 'title', spot);
        } else if (kind === 'note') {
          const text = intl.formatMessage({ id: 'builder.first_text' });
          addBlock({ kind: 'text', id: newId('b'), text }, 'text', spot);
        } else if (kind === 'picture') {
          addBlock({ kind: 'picture', id: newId('b'), picture: '', alt: '' }, 'picture', spot);
        } else {
          const labels = initialLabels(intl, kind);
          const taken = spot ? namesOf(now().content.fields) : besideNames();
          place(newField(kind, labels, taken), announceChange('builder.did_add', labels.label), spot);
        }
      },
      addFieldToGroup: (group, type) => {
        const found = findField(now().content.fields, group);
        if (!found) return;
        const labels = initialLabels(intl, type);
        const field = newField(type, labels, namesOf(found.field.fields ?? []));
        const why = limitExceeded(now().content.fields, [field], found.around.length + 2);
        if (why) refuse(why);
        else {
          change(
            (one) => changes.addFieldToGroup(one, group, field),
            announceChange('builder.did_add', labels.label),
          );
          goTo({ kind: 'field', id: field.id, part: 'label' });
        }
      },
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
      duplicate: (id) => {
        const { content } = now();
        const found = findField(content.fields, id);
        const why = found && limitExceeded(content.fields, [found.field], found.around.length + 1);
        if (why) {
          refuse(why);
          return;
        }
        const done = changes.duplicateNode(content, id);
        if (!done) return;
        change(() => done.content, announceChange('builder.did_duplicate', nameOf(id)));
        select({ kind: found ? 'field' : 'block', id: done.id });
        focusNode(done.id);
      },
      move: (id, step) => {
        change(
          (one) => changes.moveNodeByStep(one, id, step),
          announceChange('builder.did_move', nameOf(id)),
        );
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
      removePage: (id) => {
        change((one) => changes.removePage(one, id), announceChange('builder.did_remove', nameOf(id)));
        select({ kind: 'form' });
      },
      movePage: (id, step) =>
        change((one) => changes.movePage(one, id, step), announceChange('builder.did_move', nameOf(id))),
      select,
      edit: goTo,
      copy: (id) => {
        const field = findField(now().content.fields, id)?.field;
        if (!field) return;
        const isStored = storeCopiedField(storage, field);
        const name = nameOf(id).slice(0, 60);
        toast({
          text: (
            <FormattedMessage id={isStored ? 'builder.copied' : 'builder.not_copied'} values={{ name }} />
          ),
        });
      },
      paste: () => {
        const field = readCopiedField(storage);
        if (!field) {
          toast({ tone: 'warning', text: <FormattedMessage id="builder.nothing_copied" /> });
          return;
        }
        const copy = { ...copyField(field), name: uniqueFieldName(field.label, besideNames()) };
        place(copy, announceChange('builder.did_paste', field.label));
      },
    };
  }, [intl, toast, storage, change, now, revert, select, goTo, announce, ask]);
}
