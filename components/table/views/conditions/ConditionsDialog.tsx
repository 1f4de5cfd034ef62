import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { conditionOf, type GroupDraft } from '#components/fields/condition-draft.ts';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { createProblemCollector } from '#lib/fields/problem-collector.ts';
import { readRowCondition } from '#lib/fields/read-row-condition.ts';
import { space } from '#styles/tokens.ts';
import { filterColumns } from '../../columns/filter-columns.ts';
import { conditionProblem } from './condition-problem.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

type ConditionsDialogProps = {
  title: ReactNode;
  columns: readonly WireColumn[];
  groups: readonly GroupDraft[];
  /** The text of the button that takes all of them away. */
  none: ReactNode;
  /** Where there is something to take away. */
  onNone: (() => void) | undefined;
  /** With the condition of each group, once all are complete. */
  onSave: (conditions: RowCondition[]) => void;
  onClose: () => void;
  children: ReactNode;
};

/** The frame of a dialog of conditions: says which of them is not complete, and saves those that are. */
export function ConditionsDialog(props: ConditionsDialogProps) {
  const { title, columns, groups, none, onNone, onSave, onClose, children } = props;
  const intl = useIntl();
  /** Of the groups as they were when it was found. */
  const [found, setFound] = useState<{ text: string; of: readonly GroupDraft[] } | null>(null);
  const isCurrent = found?.of.length === groups.length && found.of.every((group, at) => group === groups[at]);
  const save = () => {
    const conditions: RowCondition[] = [];
    for (const group of groups) {
      const problems = createProblemCollector();
      const condition = readRowCondition(conditionOf(group), 'filter', filterColumns(columns), problems);
      const [first] = problems.problems;
      if (first || !condition)
        return setFound({ text: first ? conditionProblem(intl, first) : '', of: groups });
      conditions.push(condition);
    }
    onSave(conditions);
    onClose();
  };
  return (
    <Modal
      open
      width={760}
      onClose={onClose}
      title={title}
      footer={
        <>
          {onNone && (
            <Button
              onClick={() => {
                onNone();
                onClose();
              }}
            >
              {none}
            </Button>
          )}
          <Button variant="primary" onClick={save}>
            <FormattedMessage id="table.apply" />
          </Button>
        </>
      }
    >
      <Parts>
        {found && isCurrent && (
          <Notice tone="error">{found.text || <FormattedMessage id="table.filter_incomplete" />}</Notice>
        )}
        <div>{children}</div>
      </Parts>
    </Modal>
  );
}
