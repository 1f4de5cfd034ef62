import { createHash } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { antdCss } from '#styles/antd-css.ts';
import { themeCss } from '#styles/theme-css.ts';

/**
 * Generates the styles from `styles/tokens.ts`: the theme's CSS variables, antd's CSS for the components in
 * use, and the font files. Run it after a change of the tokens or of the components in use.
 */
const root = new URL('..', import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));

await writeFile(path('styles/theme.css'), themeCss());
const antd = antdCss();
const version = createHash('sha256').update(antd).digest('hex').slice(0, 12);
await mkdir(path('public/theme'), { recursive: true });
await writeFile(path('public/theme/antd.css'), antd);
await writeFile(
  path('styles/antd-address.ts'),
  [
    '/** Made by scripts/build-theme.ts: where antd’s CSS is, with what it holds, so that it may be kept for ever. */',
    `export const ANTD_CSS_ADDRESS = '/theme/antd.css?v=${version}';`,
    '',
  ].join('\n'),
);

await mkdir(path('public/fonts'), { recursive: true });
for (const subset of ['latin', 'latin-ext', 'vietnamese']) {
  for (const weight of [400, 500, 600, 700]) {
    const name = `be-vietnam-pro-${subset}-${weight}-normal.woff2`;
    await copyFile(
      path(`node_modules/@fontsource/be-vietnam-pro/files/${name}`),
      path(`public/fonts/be-vietnam-pro-${subset}-${weight}.woff2`),
    );
  }
}
