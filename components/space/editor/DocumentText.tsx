import styled from 'styled-components';
import { diagramLook } from '#components/space/embeds/diagrams/diagram-look.ts';
import { embedLook } from '#components/space/embeds/embed-look.ts';
import { codeLook } from '#components/ui/code-look.ts';
import { columnsLook } from '#components/ui/columns-look.ts';
import { mathLook } from '#components/ui/math-look.ts';
import { Prose } from '#components/ui/Prose.tsx';
import { pictureLook } from '#components/ui/picture-look.ts';
import { color, space } from '#styles/tokens.ts';

/** A document as its schema renders it: like the page to be read, with the elements that only the schema makes. */
export const DocumentText = styled(Prose)`
  ${embedLook}
  ${codeLook}
  ${mathLook}
  ${columnsLook}
  ${pictureLook}
  ${diagramLook}

  /* The title of the page is the only first heading: in the text they begin below it, as when it is read. */
  h1 {
    margin-top: ${space(8)};
    font-size: 24px;
    font-weight: 600;
    line-height: 1.3;
    letter-spacing: -0.01em;
    unicode-bidi: plaintext;
  }

  h2 {
    font-size: 20px;
  }

  h3 {
    font-size: 18px;
  }

  h4 {
    font-size: 16px;
  }

  /* The line in a cell stands where the cell says. */
  :is(td, th)[data-align] > p {
    text-align: inherit;
  }

  ul[data-type='taskList'] {
    padding-inline-start: 0;
    list-style: none;

    > li {
      display: flex;

      > label {
        flex: none;
        width: ${space(6)};
        height: 27px;
        padding-top: 4px;
        line-height: 0;
        user-select: none;
      }

      > div {
        flex: 1;
        min-width: 0;
      }
    }

    input {
      width: 18px;
      height: 18px;
      margin: 0;
      accent-color: ${color('primaryFill')};
    }
  }

  /* What the label of a task's box says is for screen readers. */
  ul[data-type='taskList'] label span {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  div[data-toggle] {
    position: relative;
    padding-inline-start: ${space(5)};
    border-inline-start: 2px solid ${color('line')};

    > * + *,
    > div > * + * {
      margin-top: ${space(2)};
    }

    > button + div {
      margin-top: 0;
    }

    > button {
      position: absolute;
      inset-block-start: 0;
      inset-inline-start: 0;
      width: 24px;
      height: 24px;
      padding: 0;
      border: 0;
      background: none;
      color: ${color('quiet')};

      &::before {
        content: '▾';
      }
    }

    &[data-closed] > button::before {
      content: '▸';
    }

    &[data-closed] > div > :not(:first-child) {
      display: none;
    }
  }

  [data-summary] {
    position: relative;
    font-weight: 500;
    unicode-bidi: plaintext;
  }

  div[data-toggle] > [data-summary] {
    &::before {
      position: absolute;
      inset-inline-start: -${space(4)};
      color: ${color('quiet')};
      content: '▾';
    }
  }
`;
