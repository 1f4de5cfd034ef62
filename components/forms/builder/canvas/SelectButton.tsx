import type { KeyboardEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useBuilder } from '#components/forms/builder/context/builder-context.ts';
import { useSelection } from '#components/forms/draft/selection-context.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { color } from '#styles/tokens.ts';

/** Covers its whole container, so that a click anywhere selects it. */
const Name = styled.button`
  flex: 1 1 auto;
  min-width: 0;
  padding: 0;
  border: 0;
  background: none;
  color: ${color('text')};
  font-size: 14px;
  font-weight: 500;
  text-align: start;
  overflow-wrap: anywhere;
  white-space: pre-wrap;

  &::after {
    position: absolute;
    inset: 0;
    border-radius: inherit;
    content: '';
  }
`;

const Star = styled.span`
  color: ${color('error')};
`;

const Quiet = styled.span`
  color: ${color('quiet')};
  font-weight: 400;
`;

/** The attribute by which arrow keys find the next selectable element of the form. */
export const NODE_ATTRIBUTE = 'data-node';

type SelectButtonProps = {
  id: string;
  kind: 'field' | 'page' | 'block';
  label: string;
  /** For a field; omitted for a block. */
  isRequired?: boolean;
};

/** The name of an element on the canvas: selects it, and handles its keyboard shortcuts. */
export function SelectButton({ id, kind, label, isRequired }: SelectButtonProps) {
  const { selected } = useSelection();
  const builder = useBuilder();
  const isSelected = selected.kind === kind && selected.id === id;

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const act = actOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === 'before' || act === 'after') focusNeighbour(event.currentTarget, act);
    else if (kind === 'page') {
      if (act === 'remove') builder.removePage(id);
      else if (act !== 'duplicate' && act !== 'copy') builder.movePage(id, act === 'up' ? -1 : 1);
    } else if (act === 'remove') builder.remove(id);
    else if (act === 'duplicate') builder.duplicate(id);
    else if (act === 'copy') builder.copy(id);
    else {
      builder.move(id, act === 'up' ? -1 : 1);
      focusNode(id);
    }
  };

  return (
    <Name
      type="button"
      aria-pressed={isSelected}
      {...{ [NODE_ATTRIBUTE]: id }}
      onKeyDown={onKeyDown}
      onClick={({ detail }) => {
        // A click by keyboard opens the properties, and so does tapping the selected element.
        const isAgain = isSelected && window.matchMedia('(pointer: coarse)').matches;
        if (detail === 0 || isAgain) builder.edit({ kind, id, part: '' });
        else builder.select({ kind, id });
      }}
    >
      <span dir="auto">
        {label.trim() === '' ? (
          <Quiet>
            <FormattedMessage id="builder.no_label" />
          </Quiet>
        ) : (
          label
        )}
      </span>
      {isRequired === true && (
        <>
          <Star aria-hidden> *</Star>
          <VisuallyHidden>
            {' '}
            <FormattedMessage id="builder.is_required" />
          </VisuallyHidden>
        </>
      )}
      {isRequired === false && (
        <Quiet>
          {' '}
          <FormattedMessage id="field.optional" />
        </Quiet>
      )}
    </Name>
  );
}

type Act = 'up' | 'down' | 'remove' | 'duplicate' | 'copy' | 'before' | 'after';

/** Alt and an arrow moves, an arrow alone focuses the next, Delete removes, Ctrl+D duplicates and Ctrl+C copies. */
function actOf(event: KeyboardEvent): Act | null {
  const { key, altKey, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (key === 'ArrowUp') return altKey ? 'up' : 'before';
  if (key === 'ArrowDown') return altKey ? 'down' : 'after';
  if (key === 'Delete' || key === 'Backspace') return 'remove';
  if (isControl && !shiftKey && key.toLowerCase() === 'd') return 'duplicate';
  if (isControl && !shiftKey && key.toLowerCase() === 'c') return 'copy';
  return null;
}

function focusNeighbour(from: HTMLElement, side: 'before' | 'after'): void {
  const nodes = [...document.querySelectorAll<HTMLElement>(`[${NODE_ATTRIBUTE}]`)];
  nodes[nodes.indexOf(from) + (side === 'before' ? -1 : 1)]?.focus();
}

/** Focuses an element of the canvas, once it is rendered at its new position. */
export function focusNode(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[${NODE_ATTRIBUTE}="${CSS.escape(id)}"]`)?.focus(),
  );
}
