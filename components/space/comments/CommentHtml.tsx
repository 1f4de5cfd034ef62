import { memo } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

const Text = styled.div`
  min-width: 0;
  font-size: 14px;
  line-height: 1.6;
  overflow-wrap: anywhere;

  > * + * {
    margin-top: ${space(2)};
  }

  p,
  li {
    unicode-bidi: plaintext;
    text-align: start;
  }

  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    font-size: 15px;
    font-weight: 600;
  }

  ul,
  ol {
    padding-inline-start: ${space(5)};
  }

  ul {
    list-style: disc;
  }

  li[data-task] {
    list-style: none;
  }

  blockquote {
    margin-inline: 0;
    padding-inline-start: ${space(3)};
    border-inline-start: 3px solid ${color('line')};
    color: ${color('quiet')};
  }

  code {
    padding: 1px 4px;
    border-radius: 4px;
    background: ${color('hover')};
    font-size: 0.92em;
  }

  pre {
    padding: ${space(3)};
    overflow-x: auto;
    border-radius: ${radius('control')};
    background: ${color('hover')};

    code {
      padding: 0;
      background: none;
    }
  }

  table {
    display: block;
    max-width: 100%;
    overflow-x: auto;
    border-collapse: collapse;
  }

  th,
  td {
    padding: ${space(1)} ${space(2)};
    border: 1px solid ${color('line')};
  }

  img {
    max-width: 100%;
    height: auto;
  }

  a {
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  [data-mention] {
    padding: 0 2px;
    border-radius: 4px;
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
    font-weight: 500;
  }
`;

/** A comment as HTML that the server has sanitized. */
export const CommentHtml = memo(function CommentHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server; the page's security policy stands behind it
  return <Text dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
});
