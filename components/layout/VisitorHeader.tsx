import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { below, color, space } from '#styles/tokens.ts';

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(5)};
  padding: ${space(8)} 0 ${space(6)};

  ${below('md')} {
    gap: ${space(4)};
    padding: ${space(4)} 0;
  }
`;

const Titles = styled.div`
  display: grid;
  flex: 1;
  gap: ${space(1)};
  min-width: 0;

  > h1 {
    font-size: 24px;
    line-height: 1.3;
    letter-spacing: -0.015em;
    overflow-wrap: anywhere;
  }

  > p {
    max-width: 760px;
    color: ${color('quiet')};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  /* Among quiet letters its colour alone would not tell it. */
  > p a {
    text-decoration: underline;
  }
`;

type VisitorHeaderProps = {
  name: string;
  /** Seed of the tile's colour. */
  seed: string;
  /** Above the name: the parent. */
  over?: ReactNode;
  description?: string;
  children?: ReactNode;
};

/** The heading of a hub's or space's public page. */
export function VisitorHeader({ name, seed, over, description, children }: VisitorHeaderProps) {
  return (
    <Head>
      <PageTitle title={name} />
      <Avatar name={name} seed={seed} size={56} square />
      <Titles>
        {over && <p>{over}</p>}
        <h1 dir="auto">{name}</h1>
        {description && <p dir="auto">{description}</p>}
        {children}
      </Titles>
    </Head>
  );
}
