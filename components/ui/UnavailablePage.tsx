import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { PageTitle } from './PageTitle.tsx';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(4)};
  padding: ${space(20)} 0;
  text-align: center;

  > h1 {
    font-size: 24px;
  }

  > p {
    max-width: 440px;
    color: ${color('quiet')};
  }
`;

type UnavailablePageProps = { title: string; text: ReactNode; action?: ReactNode };

/** A page for visitors without content: an explanation, and a link to continue. */
export function UnavailablePage({ title, text, action }: UnavailablePageProps) {
  return (
    <Box>
      <PageTitle title={title} />
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </Box>
  );
}
