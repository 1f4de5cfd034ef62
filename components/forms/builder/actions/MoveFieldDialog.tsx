import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { type FieldMove, type MoveTarget, moveField } from '#components/forms/builder/changes/move-field.ts';
import { nodeName } from '#components/forms/builder/changes/node-name.ts';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { fieldIdsIn, findField } from '#components/forms/draft/fields-in-draft.ts';
import { Button } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { space } from '#styles/tokens.ts';

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};

  li {
    overflow-wrap: anywhere;
  }
`;

/** A move that needs a confirmation; `to` is null while the destination is still to be chosen. */
export type PendingMove = { id: string; to: MoveTarget | null };

type Group = { id: string; label: string };

/** Every group that a field may be moved into, by the labels of its path. */
export function groupsFor({ fields }: DraftContent, id: string): Group[] {
  const found = findField(fields, id);
  if (!found) return [];
  const own = new Set(fieldIdsIn(found.field));
  const home = found.around.at(-1)?.id;
  const groups = (list: readonly FieldDefinition[], prefix: string): Group[] =>
    list.flatMap((field) => {
      if (field.type !== 'form' || own.has(field.id)) return [];
      const label = prefix + field.label;
      const inner = groups(field.fields ?? [], `${label} › `);
      return field.id === home ? inner : [{ id: field.id, label }, ...inner];
    });
  return groups(fields, '');
}

const keyOf = (to: MoveTarget): string => ('group' in to ? `group ${to.group}` : `page ${to.position.page}`);

type MoveFieldDialogProps = {
  pendingMove: PendingMove;
  onMove: (move: Extract<FieldMove, { ok: true }>, id: string) => void;
  onClose: () => void;
};

/** Lets the user choose the destination of a field, and states what the move would break. */
export function MoveFieldDialog({ pendingMove: { id, to }, onMove, onClose }: MoveFieldDialogProps) {
  const intl = useIntl();
  const { content, form } = useDraft();
  const groups = useMemo(() => groupsFor(content, id), [content, id]);
  const pages = content.layout.pages.map((page, at) => ({
    label: page.title || intl.formatMessage({ id: 'builder.page_n' }, { number: at + 1 }),
    at,
  }));
  const [key, setKey] = useState(to ? keyOf(to) : '');
  const target = useMemo((): MoveTarget | null => {
    if (key === '') return null;
    if (to && keyOf(to) === key) return to;
    const [kind, ...rest] = key.split(' ');
    if (kind === 'group') return { group: rest.join(' ') };
    const page = Number(rest[0]);
    const home = findField(content.fields, id)?.around[0]?.id;
    const blocks = content.layout.pages[page]?.blocks ?? [];
    const at = blocks.findIndex((block) => block.kind === 'field' && block.field === home);
    // Moved out of its group, it comes after the group; on another page, at the end.
    return { position: { page, at: at < 0 ? blocks.length : at + 1 } };
  }, [key, to, content, id]);
  const move = useMemo(() => target && moveField(content, id, target), [target, content, id]);
  const isReceipt = target !== null && 'group' in target && form.settings.receipt_field === id;
  const broken = move?.ok ? move.broken : [];
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="builder.move_title" values={{ name: nodeName(intl, content, id) }} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" disabled={!move?.ok} onClick={() => move?.ok && onMove(move, id)}>
            <FormattedMessage id={broken.length > 0 ? 'builder.move_anyway' : 'builder.move'} />
          </Button>
        </>
      }
    >
      <Stack data-draft>
        <SelectField
          required
          autoFocus
          label={<FormattedMessage id="builder.move_where" />}
          value={key}
          onChange={({ target: { value } }) => setKey(value)}
        >
          <option value="" disabled>
            {intl.formatMessage({ id: 'builder.move_choose' })}
          </option>
          <optgroup label={intl.formatMessage({ id: 'builder.move_pages' })}>
            {pages.map(({ label, at }) => (
              <option key={at} value={`page ${at}`}>
                {label}
              </option>
            ))}
          </optgroup>
          {groups.length > 0 && (
            <optgroup label={intl.formatMessage({ id: 'builder.move_groups' })}>
              {groups.map((group) => (
                <option key={group.id} value={`group ${group.id}`}>
                  {group.label}
                </option>
              ))}
            </optgroup>
          )}
        </SelectField>
        <div role="status">
          {move && !move.ok && (
            <Notice tone="warning">
              <FormattedMessage id={`builder.move_not_${move.why}`} />
            </Notice>
          )}
          {move?.ok && move.emptied && (
            <Notice tone="warning">
              <FormattedMessage
                id="builder.move_empties"
                values={{ name: <bdi>{nodeName(intl, content, move.emptied.id)}</bdi> }}
              />
            </Notice>
          )}
          {(broken.length > 0 || isReceipt) && (
            <Notice tone="warning">
              <FormattedMessage id="builder.move_breaks" />
              <ul>
                {broken.map(({ place, message }) => (
                  <li key={JSON.stringify([place, message])}>
                    <bdi>{place.kind === 'form' ? '' : nodeName(intl, content, place.id)}</bdi>
                    {': '}
                    <FormattedMessage id={`builder.move_breaks_${partOf(place.part)}`} />
                  </li>
                ))}
                {isReceipt && (
                  <li>
                    <FormattedMessage id="builder.move_breaks_receipt" />
                  </li>
                )}
              </ul>
              <FormattedMessage id="builder.move_breaks_then" />
            </Notice>
          )}
        </div>
      </Stack>
    </Modal>
  );
}

function partOf(part: string): 'visible_if' | 'required_if' | 'formula' | 'other' {
  const known = (['visible_if', 'required_if', 'formula'] as const).find((one) => part.startsWith(one));
  return known ?? 'other';
}
