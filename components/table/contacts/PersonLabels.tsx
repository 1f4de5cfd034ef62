import { LabelChips } from '#components/table/contacts/labels/LabelChips.tsx';
import { LabelField } from '#components/table/contacts/labels/LabelField.tsx';
import type { Row } from '#lib/contract/table.ts';
import { useLabelPeople } from './use-label-people.ts';
import type { LabelsOfList } from './use-labels.ts';

type PersonLabelsProps = {
  itemId: string;
  row: Row;
  labels: LabelsOfList;
  mayChange: boolean;
  onChanged: () => void;
};

/** The labels of a person, which those who may change the list give and take away. */
export function PersonLabels({ itemId, row, labels, mayChange, onChanged }: PersonLabelsProps) {
  const assigned = useLabelPeople(itemId, labels, [row], onChanged);
  if (!mayChange) return <LabelChips labels={labels.labelsOf(row)} />;
  const own = assigned.idsOf(row).flatMap((id) => assigned.labels.find((one) => one.id === id) ?? []);
  return (
    <LabelField
      labels={assigned.labels}
      assigned={own}
      onAdd={({ id }) => assigned.add(id)}
      onCreate={(text) => assigned.create(text)}
      onRemove={({ id }) => assigned.remove(id)}
    />
  );
}
