import { css } from 'styled-components';
import { color, space } from '#styles/tokens.ts';

/**
 * A line of tabs that scrolls sideways: a shade at a side says that more follow there. What has the colour of the page is scrolled with
 * the tabs, and covers the shade where there are no more: `--tabs-on` names another colour.
 */
export const tabBarLook = css`
  display: flex;
  overflow-x: auto;
  --shade: color-mix(in srgb, ${color('text')} 16%, transparent), transparent;
  background:
    linear-gradient(to right, var(--tabs-on, ${color('page')}) 50%, transparent) left / 48px 100% no-repeat local,
    linear-gradient(to left, var(--tabs-on, ${color('page')}) 50%, transparent) right / 48px 100% no-repeat local,
    linear-gradient(to right, var(--shade)) left / 20px 100% no-repeat,
    linear-gradient(to left, var(--shade)) right / 20px 100% no-repeat;
  scrollbar-width: none;
  overscroll-behavior-x: contain;
`;

/** The look of a link that is a tab. */
export const tabLook = css`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};
  padding: 0 ${space(3)};
  border-bottom: 2px solid transparent;
  color: ${color('quiet')};
  font-weight: 500;
  text-decoration: none;
  white-space: nowrap;

  &:hover {
    color: ${color('text')};
    text-decoration: none;
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-current] {
    border-bottom-color: ${color('primary')};
    color: ${color('primaryText')};
  }
`;
