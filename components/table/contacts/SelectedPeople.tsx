import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { LabelField } from '#components/table/contacts/labels/LabelField.tsx';
import { Button, IconButton } from '#components/ui/Button.tsx';
import type { Row } from '#lib/contract/table.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { useLabelPeople } from './use-label-people.ts';
import type { LabelsOfList } from './use-labels.ts';

const Bar = styled.div`
  position: sticky;
  z-index: 900;
  bottom: ${space(4)};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  width: fit-content;
  max-width: 100%;
  padding: ${space(2)} ${space(2)} ${space(2)} ${space(4)};
  margin: ${space(4)} auto 0;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};

  > strong {
    font-weight: 500;
    white-space: nowrap;
  }

  ${below('md')} {
    bottom: calc(84px + env(safe-area-inset-bottom));
    padding-left: ${space(3)};
  }
`;

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
    <Bar role="toolbar" aria-label={intl.formatMessage({ id: 'contacts.selection' })}>
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
    </Bar>
  );
}
