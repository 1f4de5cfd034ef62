import { css } from 'styled-components';
import { color } from '#styles/tokens.ts';

/** The colours of code, by the classes that `lib/documents/highlight.ts` gives its parts. */
export const codeLook = css`
  .hljs-comment,
  .hljs-quote,
  .hljs-meta {
    color: ${color('quiet')};
  }

  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-literal,
  .hljs-type,
  .hljs-section {
    color: ${color('primaryText')};
  }

  .hljs-string,
  .hljs-regexp,
  .hljs-addition,
  .hljs-symbol,
  .hljs-bullet {
    color: ${color('success')};
  }

  .hljs-number,
  .hljs-attr,
  .hljs-attribute,
  .hljs-variable,
  .hljs-template-variable,
  .hljs-property {
    color: ${color('warning')};
  }

  .hljs-title,
  .hljs-name,
  .hljs-built_in,
  .hljs-selector-class,
  .hljs-selector-id,
  .hljs-link {
    color: ${color('info')};
  }

  .hljs-deletion {
    color: ${color('error')};
  }

  .hljs-emphasis {
    font-style: italic;
  }

  .hljs-strong,
  .hljs-section {
    font-weight: 600;
  }
`;
