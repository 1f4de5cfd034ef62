import { Pencil, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';

const Bar = styled.div`
  position: fixed;
  z-index: 900;
  bottom: ${space(6)};
  left: 50%;
  display: flex;
  gap: ${space(1)};
  align-items: center;
  padding: ${space(2)} ${space(2)} ${space(2)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};
  white-space: nowrap;
  transform: translateX(-50%);

  > strong {
    margin-inline-end: ${space(2)};
    font-weight: 500;
  }
`;

/** Clears the selection of the grid whose bar is shown: of the groups of a view, one has a bar. */
let clearShown: (() => void) | null = null;

type BulkBarProps = {
  bar: RefObject<HTMLDivElement | null>;
  /** How many rows are selected; null while that isn't known. */
  count: number | null;
  onEdit: () => void;
  onDelete: () => void;
  onClear: () => void;
  /** All rows of another grid are selected now. */
  onReplaced: () => void;
};

/** All rows of a list are selected, also those that are not loaded: what can be done with them. */
export function BulkBar({ bar, count, onEdit, onDelete, onClear, onReplaced }: BulkBarProps) {
  const intl = useIntl();
  const replaced = useRef(onReplaced);
  useEffect(() => {
    replaced.current = onReplaced;
  });
  useEffect(() => {
    const clear = () => replaced.current();
    clearShown?.();
    clearShown = clear;
    return () => {
      if (clearShown === clear) clearShown = null;
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClear();
  };
  return (
    <Bar
      ref={bar}
      role="toolbar"
      aria-label={intl.formatMessage({ id: 'table.bulk_bar' })}
      data-print="hidden"
      onKeyDown={onKeyDown}
    >
      <strong role="status">
        {count === null ? (
          <FormattedMessage id="table.bulk_all_selected" />
        ) : (
          <FormattedMessage id="table.bulk_selected" values={{ count }} />
        )}
      </strong>
      <Button variant="quiet" icon={Pencil} onClick={onEdit}>
        <FormattedMessage id="table.bulk_edit" />
      </Button>
      <Button variant="quiet" icon={Trash2} onClick={onDelete}>
        <FormattedMessage id="table.bulk_delete_all" />
      </Button>
      <IconButton icon={X} label={intl.formatMessage({ id: 'table.bulk_clear' })} onClick={onClear} />
    </Bar>
  );
}
