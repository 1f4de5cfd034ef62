import { MessageSquareText } from 'lucide-react';
import { useContext } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ValueView } from '#components/fields/ValueView.tsx';
import { WrittenInContext } from '#components/fields/written-in.ts';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { Submission } from '#lib/contract/answers.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { answerFileUrl } from '#services/answers.ts';
import { color } from '#styles/tokens.ts';
import { type Asked, isNumber } from './asked.ts';
import { Cut } from './CutCell.ts';
import { StateMark } from './StateMark.tsx';

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

type AnswerRowProps = {
  formId: string;
  asked: Asked;
  answer: Submission;
  /** The columns. */
  fields: readonly FieldDefinition[];
  selected: boolean;
  onSelect: (is: boolean) => void;
  onOpen: () => void;
};

/** An answer in the table. */
export function AnswerRow({ formId, asked, answer, fields, selected, onSelect, onOpen }: AnswerRowProps) {
  const intl = useIntl();
  const { timeZone } = useContext(WrittenInContext) ?? {};
  const time = intl.formatDate(answer.created_at, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const fileOf = (id: string) => {
    const file = answer.files[id];
    return file && { name: file.name, href: answerFileUrl(formId, id) };
  };
  return (
    <tr>
      <td data-narrow>
        <input
          type="checkbox"
          aria-label={intl.formatMessage({ id: 'answers.select' }, { time })}
          checked={selected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </td>
      <td data-narrow>
        <Opener type="button" onClick={onOpen}>
          <RelativeTime value={answer.created_at} timeZone={timeZone} />
          <VisuallyHidden>, {intl.formatMessage({ id: 'answers.open' }, { time })}</VisuallyHidden>
        </Opener>
      </td>
      <td data-narrow>
        <StateMark state={answer.state} />
        {answer.notes_count > 0 && (
          <Notes>
            {' '}
            <MessageSquareText
              aria-label={intl.formatMessage({ id: 'answers.notes' })}
              role="img"
              size={14}
              strokeWidth={1.75}
            />
            {answer.notes_count}
          </Notes>
        )}
      </td>
      {fields.map((field) => (
        <td key={field.id} data-number={isNumber(field) || undefined}>
          <Cut>
            <ValueView field={field} value={asked.valueOf(answer, field.id)} fileOf={fileOf} />
          </Cut>
        </td>
      ))}
    </tr>
  );
}
