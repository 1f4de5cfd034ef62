import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { PageTitle } from './PageTitle.tsx';

const Head = styled.div`
  display: grid;
  gap: ${space(1)};
  margin-top: ${space(1)};

  > h1 {
    font-size: 28px;
    letter-spacing: -0.015em;
    overflow-wrap: anywhere;
  }

  > p {
    color: ${color('quiet')};
  }
`;

/** A form that fills a page, with its fields in one column. */
export const Form = styled.form`
  display: grid;
  gap: ${space(5)};
`;

/** Under such a form: the link to the alternative. */
export const FormFooter = styled.p`
  color: ${color('quiet')};
  text-align: center;

  > a {
    font-weight: 500;
  }
`;

export const OrDivider = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  color: ${color('quiet')};
  font-size: 13px;

  &::before,
  &::after {
    flex: 1;
    height: 1px;
    background: ${color('line')};
    content: '';
  }
`;

/** The heading of such a page, also the document's title. */
export function FormHeading({ title, text }: { title: string; text?: ReactNode }) {
  return (
    <Head>
      <PageTitle title={title} />
      <h1>{title}</h1>
      {text && <p>{text}</p>}
    </Head>
  );
}
