import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { FormChangeImpact } from '#lib/contract/form-changes.ts';
import type { ChangeEffect } from '#lib/forms/compare-forms.ts';
import { type ColorName, color, space } from '#styles/tokens.ts';
import { ChangeSentence } from './ChangeSentence.tsx';

const LOOKS: Record<ChangeEffect, { icon: LucideIcon; letters: ColorName }> = {
  safe: { icon: CircleCheck, letters: 'success' },
  narrows: { icon: TriangleAlert, letters: 'warning' },
  removes: { icon: CircleAlert, letters: 'error' },
};

const Part = styled.section<{ $letters: ColorName }>`
  > h3 {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    margin-bottom: 2px;
    color: ${({ $letters }) => color($letters)};
    font-size: 14px;
    font-weight: 600;
  }

  > p {
    margin-bottom: ${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
  }

  li {
    display: grid;
    padding: ${space(2)} 0;
    overflow-wrap: anywhere;
  }

  li + li {
    border-top: 1px solid ${color('line')};
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

/** Changes with the same effect, as sentences, each with the number of submissions concerned. */
export function ChangeList({
  effect,
  changes,
}: {
  effect: ChangeEffect;
  changes: readonly FormChangeImpact[];
}) {
  if (changes.length === 0) return null;
  const { icon: Icon, letters } = LOOKS[effect];
  return (
    <Part $letters={letters}>
      <h3>
        <Icon aria-hidden size={16} strokeWidth={1.75} />
        <FormattedMessage id={`form_publish.${effect}`} values={{ count: changes.length }} />
      </h3>
      <p>
        <FormattedMessage id={`form_publish.${effect}_text`} />
      </p>
      <ul>
        {changes.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no name of their own and don't move
          <li key={`${change.code} ${change.field} ${at}`}>
            <span>
              <ChangeSentence change={change} />
            </span>
            {change.answers !== null && (
              <small>
                <FormattedMessage
                  id={
                    effect === 'removes'
                      ? 'form_publish.submissions_retained'
                      : 'form_publish.submissions_differ'
                  }
                  values={{ count: change.answers }}
                />
              </small>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
