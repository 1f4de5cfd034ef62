import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { COUNTED_MAX, type CountedAnswers } from '#lib/contract/answers.ts';
import { countAnswers } from '#services/answers.ts';
import { color } from '#styles/tokens.ts';

const Line = styled.p`
  min-height: 20px;
  margin: 0;
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`;

type AnswerTotalProps = {
  formId: string;
  filters: Record<string, string>;
  /** Another number has it counted again. */
  round: number;
};

/** How many answers the filters leave, of how many. */
export function AnswerTotal({ formId, filters, round }: AnswerTotalProps) {
  const [counted, setCounted] = useState<CountedAnswers | null>(null);
  const of = JSON.stringify([formId, filters, round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says all that is counted
  useEffect(() => {
    let over = false;
    countAnswers(formId, filters).then(
      ({ data }) => !over && setCounted(data),
      // The list itself says what failed.
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
            isManyFound: String(counted.count >= COUNTED_MAX),
            isMany: String(counted.total >= COUNTED_MAX),
          }}
        />
      )}
    </Line>
  );
}
