import type { ThemeConfig } from 'antd';
import { COLORS, CONTROL, FONT_FAMILY, RADIUS } from './tokens.ts';

export const ANTD_CSS_KEY = 'hk-antd';

/** antd's seed and map tokens for a scheme (0 light, 1 dark), derived from the app's tokens. */
export function antdTokens(scheme: 0 | 1): NonNullable<ThemeConfig['token']> {
  return {
    colorPrimary: COLORS.primary[scheme],
    colorInfo: COLORS.info[scheme],
    colorSuccess: COLORS.success[scheme],
    colorWarning: COLORS.warning[scheme],
    colorError: COLORS.error[scheme],
    colorLink: COLORS.primaryText[scheme],
    colorText: COLORS.text[scheme],
    colorTextSecondary: COLORS.quiet[scheme],
    colorTextTertiary: COLORS.quiet[scheme],
    colorTextQuaternary: COLORS.quiet[scheme],
    colorTextDisabled: COLORS.quiet[scheme],
    colorTextPlaceholder: COLORS.quiet[scheme],
    colorBgBase: COLORS.surface[scheme],
    colorBgContainer: COLORS.surface[scheme],
    colorBgElevated: COLORS.raised[scheme],
    colorBgLayout: COLORS.page[scheme],
    colorBorder: COLORS.fieldLine[scheme],
    colorBorderSecondary: COLORS.line[scheme],
    controlItemBgActive: COLORS.primaryTint[scheme],
    controlItemBgActiveHover: COLORS.primaryTint[scheme],
    borderRadius: RADIUS.control,
    borderRadiusLG: RADIUS.card,
    borderRadiusSM: RADIUS.chip,
    controlHeight: CONTROL.medium,
    controlHeightLG: CONTROL.large,
    controlHeightSM: CONTROL.small,
    fontFamily: FONT_FAMILY,
    fontSize: 14,
    lineHeight: 1.5,
    motionDurationFast: '0.12s',
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.18s',
  };
}

/** Overrides of single antd components. */
export function antdComponents(scheme: 0 | 1): NonNullable<ThemeConfig['components']> {
  return {
    // Same size as the app's own fields, which are beside them.
    Select: {
      fontSizeLG: 14,
      borderRadiusLG: RADIUS.control,
      hoverBorderColor: COLORS.quiet[scheme],
      optionActiveBg: COLORS.hover[scheme],
    },
  };
}

/**
 * The theme of every antd component. Its CSS is generated before the server starts (`zeroRuntime`), for both schemes:
 * dark values are CSS variables, so that a page needs no script for the dark scheme.
 */
export const antdTheme: ThemeConfig = {
  zeroRuntime: true,
  hashed: false,
  cssVar: { key: ANTD_CSS_KEY },
  token: antdTokens(0),
  components: antdComponents(0),
};
