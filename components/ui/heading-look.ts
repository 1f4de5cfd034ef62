import { css } from 'styled-components';
import { color, space } from '#styles/tokens.ts';

/**
 * A heading with a link to itself, which shows under the pointer and with the focus; faint for fingers. Its size is the one of the
 * level that it was written on (`data-level`).
 */
export const headingLook = css`
  && [data-level] {
    font-size: 16px;
  }

  && [data-level='2'] {
    font-size: 20px;
  }

  && [data-level='3'] {
    font-size: 18px;
  }

  && [data-heading] {
    display: flex;
    gap: ${space(2)};
    align-items: baseline;
    margin-top: ${space(8)};
  }

  && [data-heading]:first-child,
  && [data-heading] > :first-child {
    margin-top: 0;
  }

  [data-heading] > :first-child {
    min-width: 0;
  }

  [data-heading] > a {
    flex: none;
    min-width: 24px;
    color: ${color('faint')};
    font-size: 18px;
    line-height: 1;
    text-align: center;
    text-decoration: none;
    opacity: 0;

    &::before {
      content: '#' / '';
    }

    &:hover {
      color: ${color('primaryText')};
    }

    &:focus-visible {
      opacity: 1;
    }

    @media (hover: none) {
      opacity: 0.6;
    }

    @media print {
      display: none;
    }
  }

  [data-heading]:hover > a {
    opacity: 1;
  }
`;
