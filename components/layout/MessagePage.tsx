import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Brand } from '#components/ui/Brand.tsx';
import { color, space } from '#styles/tokens.ts';

const Page = styled.main`
  display: grid;
  align-content: center;
  justify-items: center;
  gap: ${space(4)};
  min-height: 100vh;
  min-height: 100dvh;
  padding: ${space(6)};
  text-align: center;

  > h1 {
    font-size: 24px;
  }

  > p {
    max-width: 440px;
    color: ${color('quiet')};
  }
`;

const Code = styled.span`
  color: ${color('quiet')};
  font-variant-numeric: tabular-nums;
`;

type MessagePageProps = {
  code?: string;
  title: ReactNode;
  text: ReactNode;
  action: ReactNode;
  children?: ReactNode;
};

/** A page with a single message: what happened, and how to continue. */
export function MessagePage({ code, title, text, action, children }: MessagePageProps) {
  return (
    <Page>
      {children}
      <Brand />
      {code && <Code>{code}</Code>}
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </Page>
  );
}
