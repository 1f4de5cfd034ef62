// Plain JavaScript: Next compiles a configuration in TypeScript with each start, for which it loads its compiler (a native
// library).
import { join } from 'node:path';

const YEAR = 31_536_000;

const isBuilt = process.env.NODE_ENV === 'production';

/**
 * In a browser, each module brings the messages that it names (docs/decisions/0163-modules-bring-their-messages.md). Only
 * what may name one is passed on to the loader, which is slow to reach.
 * @type {import('next/dist/server/config-shared').TurbopackRuleConfigItem}
 */
const MESSAGES_OF_MODULES = {
  condition: { all: ['browser', { not: 'foreign' }, { content: /['"`][a-z][a-z0-9_-]*\.[A-Za-z0-9_$-]/ }] },
  loaders: [
    {
      loader: './scripts/message-loader.mjs',
      options: { root: import.meta.dirname, messages: join(import.meta.dirname, '.cache', 'messages.json') },
    },
  ],
};

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.HUBKEEP_BUILD_DIR ?? '.next',
  reactStrictMode: true,
  reactCompiler: true,
  poweredByHeader: false,
  bundlePagesRouterDependencies: true,
  // No browser stores a page, and each has a nonce of its own: a hash over all of it never meets another.
  generateEtags: false,
  compiler: { styledComponents: true },
  devIndicators: false,
  turbopack: {
    // react-intl's parser of messages is twenty times as large as one for what `locales/` uses
    // (docs/decisions/0166-a-small-parser-of-messages.md).
    resolveAlias: {
      '@formatjs/icu-messageformat-parser': './lib/text/icu-message-parser.ts',
      'lib0/buffer': { browser: './lib/browser/lib0-buffer.ts' },
      'lib0/dom': { browser: './lib/browser/lib0-dom.ts' },
      'lib0/logging': { browser: './lib/browser/lib0-logging.ts' },
      ...(isBuilt ? { '#locales/catalog.ts': { browser: './locales/loaded-catalog.ts' } } : {}),
    },
    rules: isBuilt ? { '*.{ts,tsx}': MESSAGES_OF_MODULES } : {},
  },
  experimental: {
    // A page is loaded with its first visit: all of them at once made a start a third of a second longer, and take memory.
    preloadEntriesOnStart: false,
    // The compiler that Next has with it, in place of the plugin for Babel: three fifths of the processor's time
    // (docs/decisions/0152-builds-and-tests-in-less-time.md).
    turbopackRustReactCompiler: true,
    // Only a later build reads it (scripts/ensure-built.mjs): to write it is a quarter of the first one.
    turbopackFileSystemCacheForBuild: process.env.HUBKEEP_BUILD_CACHE === '1',
  },
  // `npm test` checks types with the native compiler, which Next can't call.
  typescript: { ignoreBuildErrors: true },
  // Pictures are served by the API, at the sizes it makes; nothing here fetches one for somebody else.
  images: { unoptimized: true },
  // The server in front compresses and answers both spellings of an address itself.
  skipTrailingSlashRedirect: true,
  allowedDevOrigins: ['127.0.0.1'],
  async headers() {
    return [
      {
        source: '/:folder(fonts|theme)/:file*',
        headers: [{ key: 'Cache-Control', value: `public, max-age=${YEAR}, immutable` }],
      },
    ];
  },
};

export default config;
