// Makes one program of the server and of the packages that each start needs: node scripts/build-server.ts <folder>. Finding,
// reading and linking 2,000 small files was more than half of a start (docs/decisions/0113-a-bundle-of-the-server.md).
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
/** What the stamp of the bundle is made of (scripts/ensure-built.mjs). */
const SOURCES = ['server', 'lib', 'locales'];

/**
 * Packages that each start loads, with what they import. Others stay where they are installed: native ones, those that read
 * files beside themselves, and those that are loaded with the first use.
 */
const BUNDLED = new Set([
  ...['fastify', 'graphile-worker', 'jose', 'kysely', 'libphonenumber-js', 'markdown-it', 'otpauth'],
  ...['papaparse', 'pg', 'uqr', 'ws', 'yauzl', 'zod'],
]);

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const DIRECT = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));

/** `@scope/name` or `name` of `name/folder/file`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** A package of ours that is not bundled; what a bundled package imports is bundled with it. */
function isExternal(specifier: string): boolean {
  if (/^[#./]/.test(specifier)) return false;
  return DIRECT.has(packageOf(specifier)) && !BUNDLED.has(packageOf(specifier));
}

/** Paths that a file of ours makes from its own address stay those of the source file. */
function sourceAddresses(folder: string): Plugin {
  return {
    name: 'source-addresses',
    transform(code, id) {
      if (!id.startsWith(ROOT + sep) || id.includes(`${sep}node_modules${sep}`)) return null;
      const path = relative(ROOT, id);
      if (!SOURCES.includes(path.split(sep)[0] ?? '')) {
        throw new Error(`${path} is none of the sources that the bundle is checked against`);
      }
      if (!/import\.meta\.(url|dirname|filename)/.test(code)) return null;
      const address = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url)`;
      return code
        .replaceAll('import.meta.url', `${address}.href`)
        .replaceAll('import.meta.filename', `(await import('node:url')).fileURLToPath(${address})`)
        .replaceAll(
          'import.meta.dirname',
          `(await import('node:url')).fileURLToPath(new URL('.', ${address}))`,
        );
    },
  };
}

async function buildServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { main: join(ROOT, 'server', 'main.ts') },
    platform: 'node',
    external: isExternal,
    plugins: [sourceAddresses(folder)],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    // Names stay, for what an error's stack says.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('node scripts/build-server.ts <folder>');
await buildServer(folder);
