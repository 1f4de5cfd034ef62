import { css } from 'styled-components';
import { pictureWidths } from '#lib/text/picture-layout.ts';
import { below, color, space } from '#styles/tokens.ts';

/** A rule for each width: documents bring no styles. */
const widths = pictureWidths()
  .map((width) => `[data-picture][data-width='${width}'] { width: ${width}%; }`)
  .join('\n');

/** Pictures that have a width, an alignment or a caption. */
export const pictureLook = css`
  [data-picture] {
    display: block;
    width: fit-content;
    max-width: 100%;
    margin-block: ${space(2)};
  }

  ${widths}

  /* A third of a phone shows nothing. */
  ${below('md')} {
    [data-picture][data-width] {
      min-width: min(100%, 160px);
    }
  }

  [data-picture][data-width] img {
    width: 100%;
  }

  [data-picture][data-align='center'] {
    margin-inline: auto;
  }

  /* Sides of the page, whatever the direction of the text. */
  [data-picture][data-align='left'] {
    margin-right: auto;
    margin-left: 0;
  }

  [data-picture][data-align='right'] {
    margin-right: 0;
    margin-left: auto;
  }

  [data-caption] {
    display: block;
    margin-top: ${space(1)};
    color: ${color('quiet')};
    font-size: 14px;
    line-height: 1.5;
    text-align: center;
    unicode-bidi: plaintext;
  }

  @media print {
    [data-picture] {
      break-inside: avoid;
    }
  }
`;
