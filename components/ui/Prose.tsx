import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

/** Styles for reading: 16 px with a line height of 1.7, and all elements that a document may contain. */
export const Prose = styled.div`
  font-size: 16px;
  line-height: 1.7;
  overflow-wrap: anywhere;

  > * + * {
    margin-top: ${space(4)};
  }

  > :first-child {
    margin-top: 0;
  }

  /* A link may lead to each of them. */
  p,
  li,
  pre,
  summary,
  td,
  th {
    scroll-margin-top: 104px;
  }

  h2,
  h3,
  h4,
  h5,
  h6 {
    margin-top: ${space(8)};
    font-weight: 600;
    line-height: 1.3;
    letter-spacing: -0.01em;
    scroll-margin-top: 104px;
    unicode-bidi: plaintext;
  }

  h2 {
    font-size: 24px;
  }

  h3 {
    font-size: 20px;
  }

  h4 {
    font-size: 18px;
  }

  h5,
  h6 {
    font-size: 16px;
  }

  /* Facts about a message: who to whom, when. */
  dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: ${space(1)} ${space(4)};
    padding-bottom: ${space(4)};
    border-bottom: 1px solid ${color('line')};
    font-size: 14px;
    line-height: 1.6;
  }

  dt {
    color: ${color('quiet')};
  }

  p,
  li,
  td,
  th {
    unicode-bidi: plaintext;
    text-align: start;
  }

  ul,
  ol {
    padding-inline-start: ${space(6)};
  }

  ul {
    list-style: disc;
  }

  ol {
    list-style: decimal;
  }

  li + li,
  li > ul,
  li > ol {
    margin-top: ${space(1)};
  }

  /* The box stands where other items have their mark. */
  li[data-task] {
    list-style: none;

    input[type='checkbox'] {
      width: 18px;
      height: 18px;
      margin-inline: -${space(6)} 2px;
      vertical-align: -3px;
      accent-color: ${color('primaryFill')};
    }
  }

  [data-footnotes] {
    padding-top: ${space(4)};
    border-top: 1px solid ${color('line')};
    color: ${color('quiet')};
    font-size: 14px;

    li {
      scroll-margin-top: 104px;
    }

    p {
      display: inline;
    }
  }

  [data-footnote] a {
    padding-inline: 2px;
    scroll-margin-top: 104px;
    text-decoration: none;
  }

  section[id] {
    scroll-margin-top: 104px;
  }

  blockquote {
    margin-inline: 0;
    padding: ${space(3)} ${space(5)};
    border-inline-start: 3px solid ${color('primary')};
    border-radius: ${radius('control')};
    background: ${color('surface')};
  }

  aside[data-callout] {
    padding: ${space(3)} ${space(5)};
    border-inline-start: 3px solid ${color('info')};
    border-radius: ${radius('control')};
    background: ${color('infoTint')};

    > * + * {
      margin-top: ${space(2)};
    }
  }

  aside[data-callout='tip'] {
    border-color: ${color('success')};
    background: ${color('successTint')};
  }

  aside[data-callout='important'] {
    border-color: ${color('primary')};
    background: ${color('primaryTint')};
  }

  aside[data-callout='warning'] {
    border-color: ${color('warning')};
    background: ${color('warningTint')};
  }

  aside[data-callout='caution'] {
    border-color: ${color('error')};
    background: ${color('errorTint')};
  }

  details > summary ~ * {
    margin-top: ${space(2)};
    margin-inline-start: ${space(5)};
  }

  summary {
    cursor: pointer;
    font-weight: 500;
    unicode-bidi: plaintext;
  }

  [data-mention] {
    color: ${color('primaryText')};
    font-weight: 500;
  }

  time[data-date] {
    padding: 1px 6px;
    border-radius: ${radius('chip')};
    background: ${color('hover')};
    white-space: nowrap;
  }

  /* Who does a task, and until when. */
  li[data-task] [data-mention],
  li[data-checked] [data-mention] {
    padding: 1px 6px;
    border-radius: ${radius('chip')};
    background: ${color('primaryTint')};
  }

  code {
    padding: 2px 5px;
    border-radius: 5px;
    background: ${color('hover')};
    font-size: 0.9em;
  }

  pre {
    padding: ${space(4)};
    overflow-x: auto;
    border: 1px solid ${color('line')};
    border-radius: ${radius('control')};
    background: ${color('surface')};
    font-size: 14px;
    line-height: 1.6;

    @media print {
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
  }

  pre code {
    padding: 0;
    background: none;
    font-size: inherit;
  }

  table {
    display: block;
    max-width: 100%;
    overflow-x: auto;
    border-collapse: collapse;
    font-size: 14px;

    @media print {
      display: table;
    }
  }

  th,
  td {
    min-width: 60px;
    padding: ${space(2)} ${space(3)};
    border: 1px solid ${color('line')};
    vertical-align: top;

    @media print {
      overflow-wrap: break-word;
    }
  }

  td,
  th {
    &[data-align='left'] {
      text-align: left;
    }

    &[data-align='center'] {
      text-align: center;
    }

    &[data-align='right'] {
      text-align: right;
    }
  }

  th {
    background: ${color('hover')};
    font-weight: 600;
  }

  hr {
    height: 1px;
    border: 0;
    background: ${color('line')};
  }

  img {
    height: auto;
    border-radius: ${radius('control')};
  }

  a {
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }

  @media print {
    h1,
    h2,
    h3,
    h4,
    h5,
    h6 {
      break-after: avoid;
    }

    tr,
    img,
    aside,
    blockquote {
      break-inside: avoid;
    }

    thead {
      display: table-header-group;
    }

    p,
    li {
      orphans: 3;
      widows: 3;
    }

    /* Paper can't be opened. */
    details::details-content {
      content-visibility: visible;
    }
  }
`;

/** Plain text as it was written, with its line breaks. */
export const PlainText = styled.div`
  font-size: 16px;
  line-height: 1.7;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
  white-space: pre-wrap;
  tab-size: 4;
`;
