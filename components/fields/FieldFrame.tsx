'use no memo';

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { VisuallyHidden } from '#components/common/VisuallyHidden.tsx';
import { color, space } from '#styles/tokens.ts';
import { FormattedMessage } from './words.ts';

const Box = styled.div`
  min-width: 0;
`;

const Top = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(3)};
  margin-bottom: 6px;
  font-size: 14px;
`;

const Name = styled.label`
  min-width: 0;
  font-weight: 500;
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

const Mark = styled.span`
  color: ${color('error')};
`;

const Quiet = styled.span`
  flex: none;
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`;

const Help = styled.div`
  margin-bottom: ${space(2)};
  color: ${color('quiet')};
  font-size: 13px;
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

const Problem = styled.div`
  display: flex;
  gap: 6px;
  margin-top: 6px;
  color: ${color('error')};
  font-size: 13px;
  overflow-wrap: anywhere;

  > svg {
    flex: none;
    margin-top: 3px;
  }
`;

/** What is wrong, under what it is about; said when it appears. */
export function FieldProblem({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div aria-live="polite">
      {children && (
        <Problem id={id}>
          <CircleAlert aria-hidden size={14} strokeWidth={1.75} />
          <span dir="auto">{children}</span>
        </Problem>
      )}
    </div>
  );
}

/** What a control gets from its frame, to be spread onto it. */
export type ControlAttributes = {
  id: string;
  name: string;
  /** Where no label names it: one of several. */
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
  isRequired: boolean;
  /** At the label's right: how much may still be written. */
  aside?: ReactNode;
  /** The label is for screen readers alone, and there is no help: a cell. */
  isBare?: boolean;
  /** Several controls: the label names the group. */
  isGroup?: boolean;
};

export const labelId = (id: string) => `${id}-label`;
export const helpId = (id: string) => `${id}-help`;
export const problemId = (id: string) => `${id}-problem`;
const asideId = (id: string) => `${id}-aside`;

/** A label, its control, help, and the message under it, tied together for screen readers. */
export function FieldFrame({
  id,
  name,
  label,
  help,
  problem,
  isRequired,
  aside,
  isBare = false,
  isGroup = false,
  children,
}: FrameProps & { children: (control: ControlAttributes) => ReactNode }) {
  const hasHelp = help !== undefined && help !== '' && !isBare;
  const described =
    [problem && problemId(id), hasHelp && helpId(id), aside && asideId(id)].filter(Boolean).join(' ') ||
    undefined;
  const marks = isRequired ? (
    <>
      <Mark aria-hidden> *</Mark>
      {isGroup && (
        <VisuallyHidden>
          , <FormattedMessage id="fields.required" />
        </VisuallyHidden>
      )}
    </>
  ) : null;
  const named = isGroup ? { as: 'div' as const, id: labelId(id) } : { htmlFor: id, id: labelId(id) };
  const group = isGroup
    ? ({ id, role: 'group', 'aria-labelledby': labelId(id), 'aria-describedby': described } as const)
    : {};
  return (
    // A label from right to left turns all of its field.
    <Box data-field={name} dir="auto" {...group}>
      {isBare ? (
        <VisuallyHidden as={isGroup ? 'div' : 'label'} {...named}>
          {label}
        </VisuallyHidden>
      ) : (
        <Top>
          <Name {...named}>
            {label}
            {marks}
          </Name>
          {aside ? (
            <Quiet id={asideId(id)}>{aside}</Quiet>
          ) : (
            !isRequired && (
              <Quiet>
                <FormattedMessage id="fields.optional" />
              </Quiet>
            )
          )}
        </Top>
      )}
      {hasHelp && (
        <Help id={helpId(id)} dir="auto">
          {help}
        </Help>
      )}
      {children({
        id,
        name,
        'aria-describedby': described,
        'aria-invalid': problem ? true : undefined,
        'aria-required': isRequired || undefined,
      })}
      <FieldProblem id={problemId(id)}>{problem}</FieldProblem>
    </Box>
  );
}
