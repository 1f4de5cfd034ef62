import styled from 'styled-components';
import { below, color, radius, space } from '#styles/tokens.ts';
import { DocumentText } from './DocumentText.tsx';

/** The text while it is edited: as it is read, with what only an editor shows. */
export const EditorText = styled(DocumentText)`
  min-height: 50vh;
  padding-bottom: 20vh;
  cursor: text;

  .ProseMirror {
    outline: none;
    white-space: break-spaces;
    font-variant-ligatures: none;

    > * + * {
      margin-top: ${space(4)};
    }

    > :first-child {
      margin-top: 0;
    }
  }

  .is-empty::before {
    float: inline-start;
    height: 0;
    color: ${color('quiet')};
    content: attr(data-placeholder);
    pointer-events: none;
  }

  pre {
    white-space: pre;
  }

  hr {
    margin-block: ${space(6)};
  }

  img {
    max-width: 100%;
  }

  .ProseMirror-selectednode {
    border-radius: ${radius('chip')};
    outline: 2px solid ${color('primary')};
    outline-offset: 2px;
  }

  [data-math],
  time[data-date] {
    cursor: pointer;
  }

  [data-column] {
    padding: ${space(2)};
    border: 1px dashed ${color('line')};
    border-radius: ${radius('control')};
  }

  /* A table in the editor has a frame of its own to be scrolled in. */
  .tableWrapper {
    overflow-x: auto;

    > table {
      display: table;
      max-width: none;
    }
  }

  td,
  th {
    position: relative;
  }

  .column-resize-handle {
    position: absolute;
    inset-block: 0;
    right: -2px;
    width: 4px;
    background: ${color('primary')};
    pointer-events: none;
  }

  .resize-cursor {
    cursor: col-resize;
  }

  .selectedCell {
    background: ${color('primaryTint')};
  }

  .ProseMirror-gapcursor {
    position: absolute;
    display: none;
    pointer-events: none;

    &::after {
      position: absolute;
      top: -2px;
      display: block;
      width: 20px;
      border-top: 1px solid ${color('text')};
      content: '';
    }
  }

  .ProseMirror-focused .ProseMirror-gapcursor {
    display: block;
  }

  .ProseMirror-search-match {
    border-radius: 3px;
    background: ${color('mark')};
  }

  .ProseMirror-active-search-match {
    outline: 2px solid ${color('primary')};
  }

  .other-selection {
    background: color-mix(in srgb, var(--writer) 22%, transparent);
  }

  .other-cursor {
    position: relative;
    margin-inline: -1px;
    border-inline-start: 2px solid var(--writer);
    word-break: normal;
    pointer-events: none;

    &::after {
      position: absolute;
      z-index: 1;
      inset-inline-start: -2px;
      bottom: 100%;
      max-width: 160px;
      padding: 1px 6px;
      overflow: hidden;
      border-radius: 6px 6px 6px 0;
      background: var(--writer);
      color: ${color('onFill')};
      content: attr(data-name);
      font-size: 11px;
      font-weight: 500;
      line-height: 1.5;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }

  ${below('md')} {
    padding-bottom: 40vh;
  }

  @media print {
    min-height: 0;
    padding-bottom: 0;

    .other-cursor {
      display: none;
    }
  }
`;
