import { useDraggable, useDroppable } from '@dnd-kit/core';
import { GripVertical, Plus } from 'lucide-react';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { OFFERED_TYPES, TYPE_ICONS } from '#components/fields/field-type-icons.ts';
import { useBuilder } from '#components/forms/builder/context/builder-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { ConditionSummary } from './ConditionSummary.tsx';
import { groupDropIdOf, innerDragIdOf, useGroupDrop } from './drop-target.ts';
import { NodeActions } from './NodeActions.tsx';
import { SelectButton } from './SelectButton.tsx';

const Box = styled.div`
  position: relative;
  z-index: 1;
  display: grid;
  gap: ${space(2)};
  padding: ${space(3)};
  border: 1px dashed ${color('frameLine')};
  border-radius: ${radius('control')};

  &[data-over] {
    border-color: ${color('primary')};
    background: ${color('primaryTint')};
  }
`;

const Grip = styled.span`
  position: relative;
  z-index: 2;
  display: grid;
  flex: none;
  place-items: center;
  width: 24px;
  height: 32px;
  color: ${color('quiet')};
  cursor: grab;
  touch-action: none;
`;

const Note = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
`;

const List = styled.ol`
  display: grid;
  gap: 6px;
  padding: 0;
  list-style: none;
`;

const Line = styled.li`
  position: relative;
  display: grid;
  gap: ${space(2)};
  padding: 2px 2px 2px ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};

  &[data-dragged] {
    opacity: 0.4;
  }

  &:has(> div > [aria-pressed='true']) {
    border-color: ${color('primary')};
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 40px;

  > svg {
    flex: none;
    color: ${color('quiet')};
  }
`;

const Inner = styled.div`
  padding: 0 ${space(2)} ${space(2)} 0;
`;

/** A group's own fields, edited in place. */
export const GroupFields = memo(function GroupFields({ field }: { field: FieldDefinition }) {
  const intl = useIntl();
  const { addFieldToGroup } = useBuilder();
  const fields = field.fields ?? [];
  const isDragging = useGroupDrop();
  const { setNodeRef, isOver } = useDroppable({ id: groupDropIdOf(field.id), disabled: !isDragging });
  return (
    <Box ref={setNodeRef} data-over={isOver || undefined}>
      <Note>
        <FormattedMessage
          id={field.multiple ? 'builder.group_many' : 'builder.group_one'}
          values={{ count: fields.length }}
        />
      </Note>
      <List>
        {fields.map((inner, at) => (
          <InnerField key={inner.id} field={inner} isFirst={at === 0} isLast={at === fields.length - 1} />
        ))}
      </List>
      <div>
        <Menu
          entries={OFFERED_TYPES.map((type) => ({
            icon: TYPE_ICONS[type],
            label: <FormattedMessage id={`builder.type_${type}`} />,
            onSelect: () => addFieldToGroup(field.id, type),
          }))}
        >
          {(trigger) => (
            <Button
              size="small"
              icon={Plus}
              aria-label={intl.formatMessage({ id: 'builder.add_to_group' }, { name: field.label })}
              {...trigger}
            >
              <FormattedMessage id="builder.add_a_field" />
            </Button>
          )}
        </Menu>
      </div>
    </Box>
  );
});

type InnerFieldProps = { field: FieldDefinition; isFirst: boolean; isLast: boolean };

const InnerField = memo(function InnerField({ field, isFirst, isLast }: InnerFieldProps) {
  const Icon = TYPE_ICONS[field.type];
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: innerDragIdOf(field.id) });
  return (
    <Line ref={setNodeRef} data-drag={field.id} data-dragged={isDragging || undefined}>
      <Head>
        {/* The keyboard alternative is in the menu: “Move to…”. */}
        <Grip aria-hidden onPointerDown={(event) => listeners?.onPointerDown?.(event)}>
          <GripVertical size={15} strokeWidth={1.75} />
        </Grip>
        <Icon aria-hidden size={15} strokeWidth={1.75} />
        <SelectButton id={field.id} kind="field" label={field.label} isRequired={field.required !== false} />
        <NodeActions
          id={field.id}
          name={field.label}
          isField
          canMoveUp={!isFirst}
          canMoveDown={!isLast}
          pages={null}
        />
      </Head>
      {(field.visible_if || field.required_if) && (
        <ConditionSummary
          kind="field"
          id={field.id}
          visible={field.visible_if}
          required={field.required_if}
        />
      )}
      {field.type === 'form' && (
        <Inner>
          <GroupFields field={field} />
        </Inner>
      )}
    </Line>
  );
});
