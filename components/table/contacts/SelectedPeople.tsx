import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LabelField } from '#components/table/contacts/labels/LabelField.tsx';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { FloatingBar } from '#components/ui/FloatingBar.tsx';
import type { Row } from '#lib/contract/table.ts';
import { useLabelPeople } from './use-label-people.ts';
import type { LabelsOfList } from './use-labels.ts';

type SelectedPeopleProps = {
  itemId: string;
  /** Those who are selected, of the people that are shown. */
  rows: readonly Row[];
  /** How many people are shown. */
  shown: number;
  labels: LabelsOfList;
  onSelectAll: () => void;
  onClear: () => void;
  onChanged: () => void;
};

/** What can be done with all selected people together: giving labels, and taking them away. */
export function SelectedPeople(props: SelectedPeopleProps) {
  const { itemId, rows, shown, labels, onSelectAll, onClear, onChanged } = props;
  const intl = useIntl();
  const assigned = useLabelPeople(itemId, labels, rows, onChanged);
  const counts = new Map<string, number>();
  for (const row of rows) for (const id of assigned.idsOf(row)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const countOf = (id: string) => counts.get(id) ?? 0;
  return (
    <FloatingBar role="toolbar" aria-label={intl.formatMessage({ id: 'contacts.selection' })}>
      <strong role="status">
        <FormattedMessage id="contacts.selected" values={{ count: rows.length }} />
      </strong>
      {rows.length < shown && (
        <Button size="small" variant="quiet" onClick={onSelectAll}>
          <FormattedMessage id="contacts.select_shown" values={{ count: shown }} />
        </Button>
      )}
      <LabelField
        above
        labels={assigned.labels}
        assigned={assigned.labels.filter(({ id }) => countOf(id) > 0)}
        complete={assigned.labels.flatMap(({ id }) => (countOf(id) === rows.length ? [id] : []))}
        noteOf={({ id }) => (countOf(id) < rows.length ? ` ${countOf(id)}/${rows.length}` : null)}
        onAdd={({ id }) => assigned.add(id)}
        onCreate={(text) => assigned.create(text)}
        onRemove={({ id }) => assigned.remove(id)}
      />
      <IconButton icon={X} label={intl.formatMessage({ id: 'contacts.select_none' })} onClick={onClear} />
    </FloatingBar>
  );
}
