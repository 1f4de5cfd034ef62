/** Made by scripts/build-theme.ts: where antd’s CSS is, with what it holds, so that it may be kept for ever. */
export const ANTD_CSS_ADDRESS = '/theme/antd.css?v=fbfdbb99042a';
