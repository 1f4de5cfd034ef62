import { LabelChips } from '#components/table/labels/LabelChips.tsx';
import { LabelField } from '#components/table/labels/LabelField.tsx';
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

/** The labels of a person, which whoever may change the list gives and takes away. */
export function PersonLabels({ itemId, row, labels, mayChange, onChanged }: PersonLabelsProps) {
  const given = useLabelPeople(itemId, labels, [row], onChanged);
  if (!mayChange) return <LabelChips labels={labels.labelsOf(row)} />;
  const own = given.idsOf(row).flatMap((id) => given.labels.find((one) => one.id === id) ?? []);
  return (
    <LabelField
      labels={given.labels}
      given={own}
      onAdd={({ id }) => given.change({ add: [id] })}
      onCreate={(text) => void given.create(text)}
      onRemove={({ id }) => given.change({ remove: [id] })}
    />
  );
}
