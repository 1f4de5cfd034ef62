'use no memo';

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import styles from './FieldFrame.module.css';
import { FormattedMessage } from './field-messages.ts';

/** The problem under its control; announced when it appears. */
export function FieldProblem({ id, hint, children }: { id: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div aria-live="polite">
      {children && (
        <div className={styles.problem} id={id}>
          <CircleAlert aria-hidden size={14} strokeWidth={1.75} />
          <div>
            <span dir="auto">{children}</span>
            {hint && <div className={styles.hint}>{hint}</div>}
          </div>
        </div>
      )}
    </div>
  );
}

/** Attributes that a frame passes to its control, to be spread onto it. */
export type ControlAttributes = {
  id: string;
  name: string;
  /** For an entry of a list, which has no label element. */
  'aria-label'?: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

export type FrameProps = {
  id: string;
  name: string;
  label: string;
  help?: string;
  problem: string | null;
  /** How to correct the value, under the problem. */
  hint?: ReactNode;
  isRequired: boolean;
  /** At the label's right: the number of remaining characters. */
  aside?: ReactNode;
  /** For a cell: the label is for screen readers only, and there is no help. */
  isBare?: boolean;
  /** For several controls: the label names the group. */
  isGroup?: boolean;
  /** The group consists of radio buttons. */
  isRadios?: boolean;
};

export const labelId = (id: string) => `${id}-label`;
export const helpId = (id: string) => `${id}-help`;
export const problemId = (id: string) => `${id}-problem`;
const asideId = (id: string) => `${id}-aside`;

/** A label, its control, help, and message, associated for screen readers. */
export function FieldFrame({
  id,
  name,
  label,
  help,
  problem,
  hint,
  isRequired,
  aside,
  isBare = false,
  isGroup = false,
  isRadios = false,
  children,
}: FrameProps & { children: (control: ControlAttributes) => ReactNode }) {
  const hasHelp = help !== undefined && help !== '' && !isBare;
  const described =
    [problem && problemId(id), hasHelp && helpId(id), aside && asideId(id)].filter(Boolean).join(' ') ||
    undefined;
  const marks = isRequired ? (
    <>
      <span className={styles.mark} aria-hidden>
        {/* Never wrapped onto a line of its own. */}
        {'\u00a0*'}
      </span>
      {isGroup && (
        <VisuallyHidden>
          , <FormattedMessage id="fields.required" />
        </VisuallyHidden>
      )}
    </>
  ) : null;
  const Label = isGroup ? 'div' : 'label';
  const named = isGroup ? { id: labelId(id) } : { htmlFor: id, id: labelId(id) };
  const group = isGroup
    ? ({
        id,
        role: isRadios ? 'radiogroup' : 'group',
        'aria-labelledby': labelId(id),
        'aria-describedby': described,
        ...(isRadios && {
          'aria-required': isRequired || undefined,
          'aria-invalid': problem ? true : undefined,
        }),
      } as const)
    : {};
  return (
    // A right-to-left label sets the direction of the whole field.
    <div className={styles.box} data-field={name} dir="auto" {...group}>
      {isBare ? (
        <VisuallyHidden as={Label} {...named}>
          {label}
        </VisuallyHidden>
      ) : (
        <div className={styles.top}>
          <Label className={styles.name} {...named}>
            {label}
            {marks}
          </Label>
          {aside ? (
            <span className={styles.quiet} id={asideId(id)} dir="auto">
              {aside}
            </span>
          ) : (
            !isRequired && (
              <span className={styles.quiet} dir="auto">
                <FormattedMessage id="fields.optional" />
              </span>
            )
          )}
        </div>
      )}
      {hasHelp && (
        <div className={styles.help} id={helpId(id)} dir="auto">
          {help}
        </div>
      )}
      {children({
        id,
        name,
        'aria-describedby': described,
        'aria-invalid': problem ? true : undefined,
        'aria-required': isRequired || undefined,
      })}
      <FieldProblem id={problemId(id)} hint={hint}>
        {problem}
      </FieldProblem>
    </div>
  );
}
