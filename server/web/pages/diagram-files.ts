import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Only its own scripts, the styles that diagrams have within them, and nothing from elsewhere. */
const POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
/** A script of this address never changes: it has the version of the library. */
const LASTING = 'public, max-age=31536000, immutable';

const require = createRequire(import.meta.url);

const frameOf = (version: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Diagram</title>
<script src="/static/diagrams/${version}/mermaid.js"></script>
<script src="/diagram-frame.js"></script>
</head>
<body></body>
</html>
`;

/** The frame in which pages have diagrams drawn (`components/space/embeds/diagrams`), and the library that draws them. */
export function mountDiagramFiles(app: FastifyInstance): void {
  const { version }: { version: string } = require('@mermaid-js/tiny/package.json');
  let compressed: Promise<Buffer> | null = null;
  const load = async () => promisify(gzip)(await readFile(require.resolve('@mermaid-js/tiny')));

  app.get('/static/diagrams/frame', async (_request, reply) =>
    reply
      .header('Content-Security-Policy', POLICY)
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cache-Control', 'public, max-age=300')
      .type('text/html; charset=utf-8')
      .send(frameOf(version)),
  );
  app.get(`/static/diagrams/${version}/mermaid.js`, async (_request, reply) => {
    compressed ??= load().catch((error: unknown) => {
      compressed = null;
      throw error;
    });
    return reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cache-Control', LASTING)
      .header('Content-Encoding', 'gzip')
      .type('text/javascript; charset=utf-8')
      .send(await compressed);
  });
}
