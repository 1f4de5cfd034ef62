import styled from 'styled-components';
import { popupLook } from '#components/ui/popup-look.ts';
import { below, color, space } from '#styles/tokens.ts';
import { toolStyle } from './tool-style.ts';

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

export const Tool = styled.button`
  ${toolStyle}

  &[data-missing] {
    color: ${color('primaryText')};
  }
`;

export const ToolLink = styled.a`
  ${toolStyle}
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
