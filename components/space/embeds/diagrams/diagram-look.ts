import { css } from 'styled-components';
import { color, space } from '#styles/tokens.ts';

/** The look of pictures of diagrams, and of the text that they are made of. */
export const diagramLook = css`
  figure[data-diagram] {
    margin-inline: 0;
  }

  [data-diagram-picture] {
    overflow-x: auto;

    img {
      display: block;
      max-width: 100%;
      height: auto;
      margin-inline: auto;
      border-radius: 0;
    }

    p {
      padding-block: ${space(2)};
      color: ${color('error')};
      font-size: 13px;
      line-height: 1.5;
      white-space: pre-line;
    }
  }

  figure[data-diagram] summary {
    padding-block: ${space(1)};
    color: ${color('quiet')};
    font-size: 13px;

    &::after {
      content: attr(data-label);
    }
  }

  figure[data-diagram] details > pre {
    margin-inline-start: 0;
  }

  @media print {
    figure[data-diagram] details {
      display: none;
    }

    /* On paper the page has its light colours. */
    [data-diagram-picture='dark'] img {
      filter: invert(1) hue-rotate(180deg);
    }
  }
`;
