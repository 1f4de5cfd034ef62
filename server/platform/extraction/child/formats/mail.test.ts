import { expect, it } from 'vitest';
import { readMail } from './mail.ts';

const message = (html: string) =>
  [
    'From: ada@example.org',
    'Subject: Tides',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/plain',
    '',
    'High water at noon.',
    '--cut',
    'Content-Type: text/html',
    '',
    html,
    '--cut--',
    '',
  ].join('\r\n');

async function previewOf(html: string) {
  const bytes = Buffer.from(message(html));
  const file = { bytes: async () => bytes } as Partial<Parameters<typeof readMail>[0]>;
  const out = { add: async () => undefined } as Partial<Parameters<typeof readMail>[1]>;
  const { preview } = await readMail(
    file as Parameters<typeof readMail>[0],
    out as Parameters<typeof readMail>[1],
  );
  return JSON.stringify(preview);
}

it('shows the plain text of a message whose markup is the frame of a page alone', async () => {
  expect(await previewOf('<!doctype html><html><head></head><body>\n</body></html>')).toContain(
    '<p>High water at noon.</p>',
  );
});

it('shows the markup of a message without the frame of its page', async () => {
  const shown = await previewOf('<html><body class="x"><p>At <b>noon</b>.</p></body></html>');
  expect(shown).toContain('</dl><p>At <b>noon</b>.</p>');
  expect(shown).not.toMatch(/<\/?(?:html|body)|High water/);
});
