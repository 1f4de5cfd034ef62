import { CircleDot, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Form } from '#lib/contract/form.ts';
import { SUBMISSION_STATES } from '#lib/contract/submission-limits.ts';
import { changeSubmissions, type SubmissionStatusChange } from '#services/submissions.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { TrashSubmissionsDialog } from './TrashSubmissionsDialog.tsx';
import { useSubmissionReaders } from './use-submission-readers.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  padding: ${space(2)} ${space(3)};
  border-radius: ${radius('control')};
  background: ${color('primaryTint')};

  > :first-child {
    margin-inline-end: auto;
    color: ${color('primaryText')};
    font-weight: 500;
  }
`;

type SelectionBarProps = { form: Form; ids: readonly string[]; onClear: () => void; onDone: () => void };

/** The actions on the selected submissions. */
export function SelectionBar({ form, ids, onClear, onDone }: SelectionBarProps) {
  const intl = useIntl();
  const toast = useToast();
  const [deleting, setDeleting] = useState(false);
  const readers = useSubmissionReaders(form.id);

  const change = async (work: SubmissionStatusChange) => {
    try {
      const { data } = await changeSubmissions(form.id, ids, work);
      const id = work.state ? 'submissions.marked' : 'submissions.assigned';
      toast({ tone: 'success', text: intl.formatMessage({ id }, data) });
      onDone();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  return (
    <Bar>
      <span role="status">
        <FormattedMessage id="submissions.selected" values={{ count: ids.length }} />
      </span>
      <Menu
        entries={SUBMISSION_STATES.map((state) => ({
          label: <FormattedMessage id={`submissions.state_${state}`} />,
          onSelect: () => void change({ state }),
        }))}
      >
        {(trigger) => (
          <Button {...trigger} size="small" icon={CircleDot}>
            <FormattedMessage id="submissions.mark_as" />
          </Button>
        )}
      </Menu>
      <Menu
        entries={[
          {
            label: <FormattedMessage id="submissions.nobody" />,
            onSelect: () => void change({ assigned_to: null }),
          },
          ...readers.map(({ id, name }) => ({
            label: <bdi>{name}</bdi>,
            onSelect: () => void change({ assigned_to: id }),
          })),
        ]}
      >
        {(trigger) => (
          <Button {...trigger} size="small" icon={UserRound}>
            <FormattedMessage id="submissions.assign" />
          </Button>
        )}
      </Menu>
      {form.allowed.includes('form.delete_submissions') && (
        <Button size="small" icon={Trash2} onClick={() => setDeleting(true)}>
          <FormattedMessage id="submissions.delete" />
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onClear}>
        <FormattedMessage id="submissions.unselect" />
      </Button>
      {deleting && (
        <TrashSubmissionsDialog
          formId={form.id}
          ids={ids}
          onClose={() => setDeleting(false)}
          onDeleted={onDone}
        />
      )}
    </Bar>
  );
}
