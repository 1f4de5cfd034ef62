import { Pencil, Trash2, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { FloatingBar } from '#components/ui/FloatingBar.tsx';

type SelectionBarProps = {
  ref?: Ref<HTMLDivElement>;
  /** Where it floats. */
  Frame?: typeof FloatingBar;
  /** How many rows are selected; null while that isn't known. */
  count: number | null;
  /** How many could be; null where all are, or that isn't known. */
  total: number | null;
  onSelectAll?: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onClear: () => void;
};

/** What can be done with the rows that are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { ref, Frame = FloatingBar, count, total, onSelectAll, onEdit, onDelete, onClear } = props;
  const intl = useIntl();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClear();
  };
  return (
    <Frame
      ref={ref}
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
      {count !== null && total !== null && count < total && (
        <Button variant="quiet" onClick={onSelectAll}>
          <FormattedMessage id="table.bulk_select_all" values={{ count: total }} />
        </Button>
      )}
      <Button variant="quiet" icon={Pencil} onClick={onEdit}>
        <FormattedMessage id="table.bulk_edit" />
      </Button>
      <Button variant="quiet" icon={Trash2} onClick={onDelete}>
        <FormattedMessage id="table.bulk_delete_all" />
      </Button>
      <IconButton icon={X} label={intl.formatMessage({ id: 'table.bulk_clear' })} onClick={onClear} />
    </Frame>
  );
}
