import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { CONTENT_WIDTH } from '#lib/text/constants.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';

/** Sections in one column, at a readable width. */
export const Sections = styled.div`
  display: grid;
  gap: ${space(5)};
  max-width: ${CONTENT_WIDTH}px;
  margin: 0 auto;
`;

const Card = styled.section`
  display: grid;
  gap: ${space(5)};
  min-width: 0;
  padding: ${space(6)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  ${below('sm')} {
    padding: ${space(4)};
  }
`;

const Head = styled.div`
  display: grid;
  gap: 2px;

  > h2 {
    font-size: 16px;
  }

  > p {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** Fields side by side if there is enough width. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
  gap: ${space(5)};
  align-items: start;
`;

/** A form's last row: the save state, and the button. */
export const SaveRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  min-height: 40px;
`;

type SectionProps = { title: ReactNode; text?: ReactNode; children: ReactNode };

/** One subject of a settings page, with its heading. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </Head>
      {children}
    </Card>
  );
}
