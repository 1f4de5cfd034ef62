import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { conditionOf, draftOf, type GroupDraft } from '#components/fields/condition-draft.ts';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { createProblemCollector } from '#lib/fields/problem-collector.ts';
import { readRowCondition } from '#lib/fields/read-row-condition.ts';
import { filterColumns } from '../columns/filter-columns.ts';
import { conditionProblem } from './conditions/condition-problem.ts';
import { RowConditionEditor } from './conditions/RowConditionEditor.tsx';

type FilterDialogProps = {
  columns: readonly WireColumn[];
  filter: RowCondition | null;
  onSave: (filter: RowCondition | null) => void;
  onClose: () => void;
};

/** Edits the filter of a view: conditions that fit the types of columns, in groups of all, any or none. */
export function FilterDialog({ columns, filter, onSave, onClose }: FilterDialogProps) {
  const intl = useIntl();
  const [draft, setDraft] = useState<GroupDraft>(() => draftOf(filter ?? undefined));
  const [problem, setProblem] = useState<string | null>(null);
  const save = () => {
    const problems = createProblemCollector();
    const condition = readRowCondition(conditionOf(draft), 'filter', filterColumns(columns), problems);
    const [first] = problems.problems;
    if (first || !condition) return setProblem(first ? conditionProblem(intl, first) : '');
    onSave(condition);
    onClose();
  };
  return (
    <Modal
      open
      width={760}
      onClose={onClose}
      title={<FormattedMessage id="table.filter" />}
      footer={
        <>
          <Button
            onClick={() => {
              onSave(null);
              onClose();
            }}
          >
            <FormattedMessage id="table.filter_none" />
          </Button>
          <Button variant="primary" onClick={save}>
            <FormattedMessage id="table.apply" />
          </Button>
        </>
      }
    >
      {problem !== null && (
        <Notice tone="error">{problem || <FormattedMessage id="table.filter_incomplete" />}</Notice>
      )}
      <RowConditionEditor columns={columns} group={draft} onChange={setDraft} />
    </Modal>
  );
}
