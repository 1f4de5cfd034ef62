import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { blockKey } from '#components/forms/builder/changes/draft-changes.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Block } from '#lib/forms/layout.ts';
import { pictureUrl } from '#services/form.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { ConditionSummary } from './ConditionSummary.tsx';
import { FieldPlaceholder } from './FieldPlaceholder.tsx';
import { NodeActions } from './NodeActions.tsx';
import { SelectButton } from './SelectButton.tsx';

const Slot = styled.li<{ $isDragged: boolean; $isTarget: boolean }>`
  position: relative;
  padding: ${space(1)};
  list-style: none;
  /* Far ones of a long form cost nothing until they come near; menus may reach out of the one in use. */
  content-visibility: auto;
  contain-intrinsic-size: auto 110px;
  opacity: ${({ $isDragged }) => ($isDragged ? 0.4 : 1)};

  &:focus-within,
  &:has([aria-pressed='true']) {
    content-visibility: visible;
  }

  ${({ $isTarget }) =>
    $isTarget &&
    css`
      &::before {
        position: absolute;
        top: -2px;
        right: 4px;
        left: 4px;
        height: 4px;
        border-radius: 2px;
        background: ${color('primary')};
        content: '';
      }
    `}
`;

const Card = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  column-gap: ${space(2)};
  padding: ${space(3)} ${space(3)} ${space(4)} ${space(2)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  &:has(> [data-head] > [aria-pressed='true']) {
    border-color: ${color('primary')};
    box-shadow: 0 0 0 1px ${color('primary')};
  }

  &[data-wrong] {
    border-color: ${color('error')};
  }
`;

const Handle = styled.button`
  position: relative;
  z-index: 2;
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 0;
  border-radius: ${radius('chip')};
  background: none;
  color: ${color('quiet')};
  cursor: grab;
  touch-action: none;

  &:hover {
    background: ${color('hover')};
    color: ${color('text')};
  }

  ${below('md')} {
    width: 44px;
    height: 44px;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 32px;
`;

const Body = styled.div`
  grid-column: 2;
  display: grid;
  gap: ${space(2)};
  padding-top: 6px;
`;

const Preview = styled.p<{ $isHelp?: boolean }>`
  display: -webkit-box;
  overflow: hidden;
  color: ${color('quiet')};
  font-size: ${({ $isHelp }) => ($isHelp ? '13px' : '14px')};
  overflow-wrap: anywhere;
  white-space: pre-line;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4;
`;

const Picture = styled.img`
  max-width: 100%;
  max-height: 200px;
  border-radius: ${radius('control')};
`;

type BlockCardProps = {
  block: Block;
  /** The field of a field block, else null. */
  field: FieldDefinition | null;
  slug: string;
  pageNames: readonly string[];
  page: number;
  isFirst: boolean;
  isLast: boolean;
  isInvalid: boolean;
  /** Something new would be inserted before it. */
  isTarget: boolean;
};

/** A field, a section, a text or a picture on the canvas. */
export const BlockCard = memo(function BlockCard({
  block,
  field,
  slug,
  pageNames,
  page,
  isFirst,
  isLast,
  isInvalid,
  isTarget,
}: BlockCardProps) {
  const intl = useIntl();
  const id = blockKey(block);
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } =
    useSortable({ id });
  const name = nameOf(block, field) || intl.formatMessage({ id: `builder.block_${block.kind}` });
  return (
    <Slot
      ref={setNodeRef}
      data-drag={id}
      $isDragged={isDragging}
      $isTarget={isTarget}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Card data-wrong={isInvalid || undefined}>
        <Handle
          ref={setActivatorNodeRef}
          type="button"
          {...listeners}
          aria-describedby={attributes['aria-describedby']}
          aria-label={intl.formatMessage({ id: 'builder.drag' }, { name: name.slice(0, 60) })}
        >
          <GripVertical aria-hidden size={16} strokeWidth={1.75} />
        </Handle>
        <Head data-head>
          <SelectButton
            id={id}
            kind={field ? 'field' : 'block'}
            label={field ? field.label : name}
            {...(field ? { isRequired: field.required !== false } : {})}
          />
          <NodeActions
            id={id}
            name={name}
            isField={field !== null}
            canMoveUp={!isFirst}
            canMoveDown={!isLast}
            pages={{ names: pageNames, at: page }}
          />
        </Head>
        <Body>
          {field?.help && (
            <Preview $isHelp dir="auto">
              {field.help}
            </Preview>
          )}
          {field && <FieldPlaceholder field={field} />}
          {block.kind === 'section' && block.text && <Preview dir="auto">{block.text}</Preview>}
          {block.kind === 'text' && <Preview dir="auto">{block.text}</Preview>}
          {block.kind === 'picture' &&
            (block.picture === '' ? (
              <Preview>
                <FormattedMessage id="builder.no_picture" />
              </Preview>
            ) : (
              <div>
                <Picture src={pictureUrl(slug, block.picture)} alt={block.alt} loading="lazy" />
              </div>
            ))}
          {field && (
            <ConditionSummary
              kind="field"
              id={field.id}
              visible={field.visible_if}
              required={field.required_if}
            />
          )}
        </Body>
      </Card>
    </Slot>
  );
});

function nameOf(block: Block, field: FieldDefinition | null): string {
  if (field) return field.label;
  return block.kind === 'section' ? block.title : '';
}
