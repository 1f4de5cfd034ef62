import type { IntlShape } from 'react-intl';
import * as changes from '#components/forms/builder/changes/draft-changes.ts';
import { type NewFieldLabels, newField } from '#components/forms/builder/changes/new-field.ts';
import type { AddableKind, Builder } from '#components/forms/builder/context/builder-context.ts';
import { findField, limitExceeded, namesOf, newId } from '#components/forms/draft/fields-in-draft.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import { type Block, LAYOUT_LIMITS } from '#lib/forms/layout.ts';
import type { ActionTools } from './action-tools.tsx';

const initialLabels = (intl: IntlShape, type: FieldType): NewFieldLabels => ({
  label: intl.formatMessage({ id: `builder.type_${type}` }),
  option: (number) => intl.formatMessage({ id: 'builder.option' }, { number }),
  inner: intl.formatMessage({ id: 'builder.first_inner' }),
});

/** Inserts a field after the selection: into its group, if the selection is in one. */
export function insertField(
  tools: ActionTools,
  field: FieldDefinition,
  label: string,
  spot?: changes.BlockPosition,
): boolean {
  const { now, selectedId, refuse, change, goTo } = tools;
  const { content } = now();
  const after = selectedId();
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
}

function addBlock(
  tools: ActionTools,
  block: Extract<Block, { id: string }>,
  part: string,
  spot?: changes.BlockPosition,
): void {
  const { intl, now, refuse, change, announceChange, goTo } = tools;
  const { content } = now();
  const blocks = content.layout.pages.reduce((sum, page) => sum + page.blocks.length, 0);
  if (blocks >= LAYOUT_LIMITS.blocks) {
    refuse('blocks');
    return;
  }
  const name = intl.formatMessage({ id: `builder.block_${block.kind}` });
  const outer = tools.outermost();
  change(
    (one) => changes.addBlock(one, block, spot ?? changes.positionAfter(one, outer)),
    announceChange('builder.did_add', name),
  );
  goTo({ kind: 'block', id: block.id, part });
}

function addPage(tools: ActionTools, spot?: changes.BlockPosition): void {
  const { intl, now, refuse, change, announceChange, goTo } = tools;
  const { content } = now();
  if (content.layout.pages.length >= LAYOUT_LIMITS.pages) {
    refuse('pages');
    return;
  }
  const at = (spot ?? changes.positionAfter(content, tools.outermost())).page;
  const page = { id: newId('p'), blocks: [] };
  change(
    (one) => changes.addPage(one, page, at),
    announceChange('builder.did_add', intl.formatMessage({ id: 'builder.block_page' })),
  );
  goTo({ kind: 'page', id: page.id, part: 'title' });
}

/** Adds fields, content and pages. */
export function addingActions(tools: ActionTools): Pick<Builder, 'add' | 'addFieldToGroup'> {
  const { intl, now, refuse, change, announceChange, goTo } = tools;
  return {
    add: (kind: AddableKind, spot) => {
      if (kind === 'page') addPage(tools, spot);
      else if (kind === 'section') {
        const title = intl.formatMessage({ id: 'builder.block_section' });
        addBlock(tools, { kind: 'section', id: newId('b'), title }, 'title', spot);
      } else if (kind === 'note') {
        const text = intl.formatMessage({ id: 'builder.first_text' });
        addBlock(tools, { kind: 'text', id: newId('b'), text }, 'text', spot);
      } else if (kind === 'picture') {
        addBlock(tools, { kind: 'picture', id: newId('b'), picture: '', alt: '' }, 'picture', spot);
      } else {
        const labels = initialLabels(intl, kind);
        const taken = spot ? namesOf(now().content.fields) : tools.besideNames();
        insertField(
          tools,
          newField(kind, labels, taken),
          announceChange('builder.did_add', labels.label),
          spot,
        );
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
  };
}
