import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { SUBMISSION_COUNT_MAX } from '#lib/contract/submission-limits.ts';
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
  const { data, isError } = useQuery({
    queryKey: ['submission count', formId, filters, reloadKey],
    queryFn: async ({ signal }) => (await countSubmissions(formId, filters, signal)).data,
    placeholderData: keepPreviousData,
  });
  // The list itself shows what failed.
  const counted = isError ? undefined : data;
  return (
    <Line role="status">
      {counted && (
        <FormattedMessage
          id="submissions.matching"
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
