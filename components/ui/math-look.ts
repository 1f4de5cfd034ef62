import { css } from 'styled-components';

/** The look of formulas, which browsers draw themselves. */
export const mathLook = css`
  math {
    font-family: 'Latin Modern Math', 'STIX Two Math', 'Cambria Math', math;
  }

  div[data-math] {
    padding-block: 2px;
    overflow: auto hidden;
    font-size: 1.15em;
    text-align: center;
  }
`;
