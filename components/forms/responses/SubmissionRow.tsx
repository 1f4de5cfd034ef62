import { MessageSquareText } from 'lucide-react';
import { useContext } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { Submission } from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { submissionFileUrl } from '#services/submissions.ts';
import { color } from '#styles/tokens.ts';
import { CellValue } from './CellValue.tsx';
import { Clamped } from './ClampedCell.ts';
import { StateMark } from './StateMark.tsx';
import { isNumber, type SubmissionColumns } from './submission-columns.ts';

const Opener = styled.button`
  padding: 0;
  border: 0;
  background: none;
  color: ${color('primaryText')};
  font: inherit;
  font-weight: 500;
  text-align: start;
  cursor: pointer;

  &:hover {
    text-decoration: underline;
  }
`;

const Notes = styled.span`
  display: inline-flex;
  gap: 4px;
  align-items: center;
  color: ${color('quiet')};
  font-size: 13px;
`;

type SubmissionRowProps = {
  formId: string;
  columns: SubmissionColumns;
  submission: Submission;
  /** The columns. */
  fields: readonly FieldDefinition[];
  selected: boolean;
  onSelect: (is: boolean) => void;
  onOpen: () => void;
};

/** A submission in the table. */
export function SubmissionRow({
  formId,
  columns,
  submission,
  fields,
  selected,
  onSelect,
  onOpen,
}: SubmissionRowProps) {
  const intl = useIntl();
  const { timeZone } = useContext(InputFormatContext) ?? {};
  const time = intl.formatDate(submission.created_at, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const fileOf = (id: string) => {
    const file = submission.files[id];
    return file && { name: file.name, href: submissionFileUrl(formId, id) };
  };
  return (
    <tr>
      <td data-narrow>
        <input
          type="checkbox"
          aria-label={intl.formatMessage({ id: 'submissions.select' }, { time })}
          checked={selected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </td>
      <td data-narrow>
        <Opener type="button" onClick={onOpen}>
          <RelativeTime value={submission.created_at} timeZone={timeZone} />
          <VisuallyHidden>, {intl.formatMessage({ id: 'submissions.open' }, { time })}</VisuallyHidden>
        </Opener>
      </td>
      <td data-narrow>
        <StateMark state={submission.state} />
        {submission.notes_count > 0 && (
          <Notes>
            {' '}
            <MessageSquareText
              aria-label={intl.formatMessage({ id: 'submissions.notes' })}
              role="img"
              size={14}
              strokeWidth={1.75}
            />
            {submission.notes_count}
          </Notes>
        )}
      </td>
      {fields.map((field) => (
        <td key={field.id} data-number={isNumber(field) || undefined}>
          <Clamped>
            <CellValue field={field} value={columns.valueOf(submission, field.id)} fileOf={fileOf} />
          </Clamped>
        </td>
      ))}
    </tr>
  );
}
