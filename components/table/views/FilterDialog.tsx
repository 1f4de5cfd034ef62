import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { draftOf, type GroupDraft } from '#components/fields/condition-draft.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { ConditionsDialog } from './conditions/ConditionsDialog.tsx';
import { RowConditionEditor } from './conditions/RowConditionEditor.tsx';

type FilterDialogProps = {
  columns: readonly WireColumn[];
  filter: RowCondition | null;
  onSave: (filter: RowCondition | null) => void;
  onClose: () => void;
};

/** Edits the filter of a view: conditions that fit the types of columns, in groups of all, any or none. */
export function FilterDialog({ columns, filter, onSave, onClose }: FilterDialogProps) {
  const [draft, setDraft] = useState<GroupDraft>(() => draftOf(filter ?? undefined));
  return (
    <ConditionsDialog
      title={<FormattedMessage id="table.filter" />}
      columns={columns}
      groups={[draft]}
      none={<FormattedMessage id="table.filter_none" />}
      onNone={() => onSave(null)}
      onSave={([condition]) => onSave(condition ?? null)}
      onClose={onClose}
    >
      <RowConditionEditor columns={columns} group={draft} onChange={setDraft} />
    </ConditionsDialog>
  );
}
