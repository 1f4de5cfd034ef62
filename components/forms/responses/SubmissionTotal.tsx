import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { SUBMISSION_COUNT_MAX, type SubmissionCount } from '#lib/contract/submissions.ts';
import { countSubmissions } from '#services/submissions.ts';
import { color } from '#styles/tokens.ts';

const Line = styled.p`
  min-height: 20px;
  margin: 0;
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`;

type SubmissionTotalProps = {
  formId: string;
  filters: Record<string, string>;
  /** A new value triggers another count. */
  reloadKey: number;
};

/** How many submissions match the filters, and how many there are. */
export function SubmissionTotal({ formId, filters, reloadKey }: SubmissionTotalProps) {
  const [counted, setCounted] = useState<SubmissionCount | null>(null);
  const of = JSON.stringify([formId, filters, reloadKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says all that is counted
  useEffect(() => {
    let over = false;
    countSubmissions(formId, filters).then(
      ({ data }) => !over && setCounted(data),
      // The list itself shows the error.
      () => !over && setCounted(null),
    );
    return () => {
      over = true;
    };
  }, [of]);
  return (
    <Line role="status">
      {counted && (
        <FormattedMessage
          id="answers.matching"
          values={{
            ...counted,
            isManyFound: String(counted.count >= SUBMISSION_COUNT_MAX),
            isMany: String(counted.total >= SUBMISSION_COUNT_MAX),
          }}
        />
      )}
    </Line>
  );
}
