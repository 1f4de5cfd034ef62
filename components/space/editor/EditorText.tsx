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

    > :is(h1, h2, h3, h4, h5, h6) {
      margin-top: ${space(8)};
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

  img {
    max-width: 100%;
  }

  [data-picture-frame] {
    position: relative;
    display: inline-block;
    max-width: 100%;

    &[data-picture] {
      display: block;
    }

    > img {
      vertical-align: bottom;
    }
  }

  [data-grip] {
    position: absolute;
    z-index: 1;
    inset-block: 0;
    display: none;
    width: 16px;
    cursor: ew-resize;
    touch-action: none;

    &::after {
      position: absolute;
      inset-block: calc(50% - 20px);
      right: 5px;
      width: 6px;
      border: 1px solid ${color('page')};
      border-radius: 3px;
      background: ${color('primary')};
      content: '';
    }
  }

  [data-grip='left'] {
    left: 0;
  }

  [data-grip='right'] {
    right: 0;
  }

  .ProseMirror-selectednode > [data-grip] {
    display: block;
  }

  [data-uploading] {
    display: inline-flex;
    flex-direction: column;
    gap: ${space(1)};
    max-width: 100%;
    padding: ${space(2)} ${space(3)};
    border: 1px dashed ${color('line')};
    border-radius: ${radius('control')};
    color: ${color('quiet')};
    font-size: 14px;
    user-select: none;

    > img {
      max-height: 240px;
      opacity: 0.5;
      object-fit: contain;
    }
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
    inset-inline-end: -2px;
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
