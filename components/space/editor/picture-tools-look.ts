import styled, { css } from 'styled-components';
import { popupLook } from '#components/ui/popup-look.ts';
import { below, color, radius, space } from '#styles/tokens.ts';

export const Panel = styled.div`
  position: fixed;
  z-index: 30;
  max-width: calc(100vw - 16px);
  ${popupLook}
  padding: 4px;

  /* Above the toolbar of the text, within reach of the thumb. */
  ${below('md')} {
    z-index: 61;
    /* Its place is given for wide windows in its style. */
    top: auto !important;
    right: 0;
    bottom: calc(var(--keyboard-inset) + 54px);
    left: 0 !important;
    max-width: none;
    border-inline: 0;
    border-bottom: 0;
    border-radius: 0;
  }
`;

export const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: 2px;
  overflow-x: auto;
  scrollbar-width: none;

  /* In several lines, so that none of them is out of sight. */
  ${below('md')} {
    flex-wrap: wrap;
    overflow-x: visible;
  }

  > input[type='range'] {
    flex: none;
    width: 96px;
    margin-inline: ${space(1)};
    accent-color: ${color('primaryFill')};
  }
`;

const toolLook = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  min-width: 32px;
  height: 32px;
  padding: 0 6px;
  border: 0;
  border-radius: ${radius('chip')};
  background: none;
  color: ${color('quiet')};
  font-size: 13px;

  &:hover:not([aria-disabled='true']) {
    background: ${color('hover')};
    color: ${color('text')};
  }

  &[aria-pressed='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  &[data-missing] {
    gap: 6px;
    color: ${color('primaryText')};
  }

  &[aria-disabled='true'] {
    opacity: 0.45;
    cursor: default;
  }

  ${below('md')} {
    min-width: 44px;
    height: 44px;
  }
`;

export const Tool = styled.button`
  ${toolLook}
`;

export const ToolLink = styled.a`
  ${toolLook}
`;

export const Divider = styled.span`
  flex: none;
  width: 1px;
  height: 20px;
  margin: 0 ${space(1)};
  background: ${color('line')};

  ${below('md')} {
    display: none;
  }
`;

export const Form = styled.form`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  width: min(420px, calc(100vw - 24px));

  > input {
    flex: 1;
    min-width: 0;
    height: 32px;
    min-height: 32px;
    padding-block: 0;
    font-size: 14px;
  }

  ${below('md')} {
    width: auto;
  }
`;
