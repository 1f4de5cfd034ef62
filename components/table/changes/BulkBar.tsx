import { Pencil, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { FloatingBar } from '#components/ui/FloatingBar.tsx';

/** The grid scrolls within itself, and the bar stays above it. */
const Bar = styled(FloatingBar)`
  position: fixed;
  left: 50%;
  flex-wrap: nowrap;
  margin: 0;
  white-space: nowrap;
  transform: translateX(-50%);
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
