'use no memo';

import { CircleAlert } from 'lucide-react';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import styles from './ErrorSummary.module.css';
import { FieldIdPrefixContext, fieldId, focusField } from './field-ids.ts';
import { useIntl } from './field-messages.ts';
import type { RecordProblem } from './form-record.ts';

type Props = {
  problems: readonly RecordProblem[];
  /** Other problems: messages without a field. */
  others?: readonly ReactNode[];
  /** Number of attempts to submit: with each, the summary is announced and focused. */
  tries?: number;
  /** Called before a field is focused, to show its page of the form. */
  onGo?: (problem: RecordProblem) => void;
};

/** Summary of all problems that block submitting, each a link to its field. */
export function ErrorSummary({ problems, others = [], tries = 0, onGo }: Props) {
  const intl = useIntl();
  const prefix = useContext(FieldIdPrefixContext);
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
    <div className={styles.box} ref={box} role="alert" tabIndex={-1}>
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
                  // After the field's page is rendered.
                  requestAnimationFrame(() => focusField(fieldId(prefix, problem.path)));
                }}
              >
                {around(problem)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
