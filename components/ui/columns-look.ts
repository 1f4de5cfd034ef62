import { css } from 'styled-components';
import { below, space } from '#styles/tokens.ts';

/** Columns of a document: side by side where there is space for them. */
export const columnsLook = css`
  [data-columns] {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 150px), 1fr));
    gap: ${space(4)} ${space(6)};

    ${below('md')} {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  [data-column] {
    min-width: 0;

    > * + * {
      margin-top: ${space(3)};
    }

    > :first-child {
      margin-top: 0;
    }
  }
`;
