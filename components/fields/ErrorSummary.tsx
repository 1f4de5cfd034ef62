'use no memo';

import { CircleAlert } from 'lucide-react';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';
import { FieldIds, fieldId, focusField } from './field-ids.ts';
import type { RecordProblem } from './form-record.ts';
import { useIntl } from './words.ts';

const Box = styled.div`
  display: flex;
  gap: ${space(3)};
  padding: ${space(4)};
  border-radius: ${radius('card')};
  background: ${color('errorTint')};
  color: ${color('error')};
  font-size: 14px;

  &:focus-visible {
    outline: 2px solid ${color('error')};
    outline-offset: 2px;
  }

  > svg {
    flex: none;
    margin-top: 2px;
  }

  > div {
    min-width: 0;
  }

  strong {
    font-weight: 600;
  }

  ul {
    margin: ${space(2)} 0 0;
    padding-inline-start: 18px;
    overflow-wrap: anywhere;
  }

  li + li {
    margin-top: ${space(1)};
  }

  a {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
`;

type Props = {
  problems: readonly RecordProblem[];
  /** What else was refused: sentences without a field. */
  others?: readonly ReactNode[];
  /** Counts the tries: with each, the summary is read out and gets the focus. */
  tries?: number;
  /** Before the focus goes to a field: shows the page that it stands on. */
  onGo?: (problem: RecordProblem) => void;
};

/** All that keeps an answer from being sent, each a link to its field. */
export function ErrorSummary({ problems, others = [], tries = 0, onGo }: Props) {
  const intl = useIntl();
  const prefix = useContext(FieldIds);
  const box = useRef<HTMLDivElement>(null);
  const count = problems.length + others.length;
  useEffect(() => {
    if (tries > 0) box.current?.focus();
  }, [tries]);
  if (count === 0) return null;
  const around = ({ around, message }: RecordProblem) =>
    around.reduceRight(
      (text, { label, place }) =>
        intl.formatMessage({ id: 'fields.summary_around' }, { label, place, message: text }),
      message,
    );
  return (
    <Box ref={box} role="alert" tabIndex={-1}>
      <CircleAlert aria-hidden size={18} strokeWidth={1.75} />
      <div>
        <strong>{intl.formatMessage({ id: 'fields.summary' }, { count })}</strong>
        <ul>
          {others.map((other, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences have nothing else to be known by
            <li key={at}>{other}</li>
          ))}
          {problems.map((problem) => (
            <li key={problem.path} dir="auto">
              <a
                href={`#${encodeURIComponent(fieldId(prefix, problem.path))}`}
                onClick={(event) => {
                  event.preventDefault();
                  onGo?.(problem);
                  // After the page that it stands on is shown.
                  requestAnimationFrame(() => focusField(fieldId(prefix, problem.path)));
                }}
              >
                {around(problem)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Box>
  );
}
