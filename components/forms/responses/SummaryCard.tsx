import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

const Card = styled.section`
  display: grid;
  gap: ${space(3)};
  min-width: 0;
  padding: ${space(4)} ${space(5)} ${space(5)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  content-visibility: auto;
  contain-intrinsic-size: auto 220px;
  break-inside: avoid;

  > h2 {
    font-size: 15px;
    overflow-wrap: anywhere;
  }

  > p {
    margin-top: -${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
  }

  @media print {
    margin-bottom: ${space(4)};
    content-visibility: visible;
  }
`;

type SummaryCardProps = { title: ReactNode; text?: ReactNode; children?: ReactNode };

/** A part of the summary. */
export function SummaryCard({ title, text, children }: SummaryCardProps) {
  return (
    <Card>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </Card>
  );
}
