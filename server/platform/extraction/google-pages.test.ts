import { afterAll, expect, it } from 'vitest';
import { createExtraction } from './extract.ts';

// A busy machine takes longer than the limits of production.
const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
afterAll(() => extraction.close());

it('has the title of a Google document as a heading, and its subtitle as text', async () => {
  const page =
    '<html><body class="c9 doc-content"><p class="c5 title" id="h.a"><span class="c0">Boat house</span></p><p class="c2 subtitle"><span>Since 1901</span></p><h1 class="c5"><span>Rules</span></h1><p class="title">No title</p></body></html>';
  expect(await extraction.convertDocument(Buffer.from(page), 'page')).toMatchObject({
    ok: true,
    markdown: '# Boat house\n\nSince 1901\n\n# Rules\n\nNo title',
  });
});
