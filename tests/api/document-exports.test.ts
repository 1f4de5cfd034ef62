import { describe, expect, it } from 'vitest';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { createItem, uploadFixture } from '#tests/harness/content.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

async function exported(by: TestAccount, path: string) {
  const response = await by.client.fetch('GET', path);
  expect(response.status).toBe(200);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** What an import reads of a Word file. */
async function readWord(bytes: Buffer) {
  const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
  try {
    const read = await extraction.convertDocument(bytes, 'docx');
    if (!read.ok) throw new Error(read.message);
    return read;
  } finally {
    extraction.close();
  }
}

/** A document with a picture beside it. */
async function illustrated() {
  const place = await createPlace(server.client);
  const picture = await uploadFixture(place.owner, place, 'files/map.png');
  const content = `See the map: ![map](/api/v1/items/${picture.id}/file/) of **boats**.`;
  const document = await createItem(place.owner, place, { title: 'Boats', content });
  return { place, picture, document };
}

describe('the export of a document', () => {
  it('is a DOCX or PDF file with its pictures, and HTML with them within it', async () => {
    const { place, document } = await illustrated();
    const word = await exported(place.owner, `items/${document.id}/export/?format=docx`);
    expect(word.response.headers.get('content-type')).toContain('wordprocessingml');
    expect(word.response.headers.get('content-disposition')).toContain('Boats.docx');
    const read = await readWord(word.bytes);
    expect(read.markdown).toBe('# Boats\n\nSee the map: ![map](picture-1.png) of **boats**.');
    expect(read.pictures).toHaveLength(1);
    const pdf = await exported(place.owner, `items/${document.id}/export/?format=pdf`);
    expect(pdf.response.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.bytes.toString('latin1')).toMatch(/^%PDF-[\s\S]*\/Subtype \/Image/);
    const html = (await exported(place.owner, `items/${document.id}/export/?format=html`)).bytes.toString();
    expect(html).toContain('src="data:image/png;base64,');
    expect(html).toContain('@media print');
  });

  it('has its pictures in their width, with their caption, in every format', async () => {
    const { place, picture } = await illustrated();
    const address = `/api/v1/items/${picture.id}/file/`;
    const content = `<span data-picture data-width="20" data-align="right">![map](${address})<br>The old harbour</span>`;
    const document = await createItem(place.owner, place, { title: 'Harbour', content });
    const bytesOf = async (format: string) =>
      (await exported(place.owner, `items/${document.id}/export/?format=${format}`)).bytes;
    const html = (await bytesOf('html')).toString();
    expect(html).toMatch(
      /<span data-picture="" data-width="20" data-align="right"><img src="data:image\/png;base64,[^"]+" alt="map"><span data-caption="">The old harbour<\/span>/,
    );
    expect((await readWord(await bytesOf('docx'))).markdown).toMatch(
      /!\[map\]\(picture-1\.png\)[\s\S]*\*The old harbour\*/,
    );
    expect((await bytesOf('pdf')).toString('latin1')).toContain('/Subtype /Image');
    expect((await bytesOf('json')).toString()).toContain('"caption":"The old harbour"');
    expect((await bytesOf('md')).toString()).toContain(content);
  });

  it('has no picture that its reader may not see', async () => {
    const { place, picture, document } = await illustrated();
    expectData(await place.owner.client.patch(`items/${picture.id}/`, { visibility: 'private' }));
    const member = await addMember(server.client, place.owner, place.hub, 'member');
    const read = await readWord((await exported(member, `items/${document.id}/export/?format=docx`)).bytes);
    expect(read.pictures ?? []).toHaveLength(0);
    expect(read.markdown).toContain('[map](');
    const pdf = await exported(member, `items/${document.id}/export/?format=pdf`);
    expect(pdf.bytes.toString('latin1')).not.toContain('/Subtype /Image');
    const html = (await exported(member, `items/${document.id}/export/?format=html`)).bytes.toString();
    expect(html).not.toContain('data:image');
  });

  it('is a file in the archives of its folder, with links to the others', async () => {
    const { place, document } = await illustrated();
    const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Fleet' });
    const here = `/${place.hub.domain_handle}/${place.space.slug}`;
    await createItem(place.owner, place, {
      title: 'Oars',
      parent: folder.id,
      content: `Of [boats](${here}/${document.id})`,
    });
    const space = `spaces/${place.space.slug}/export/?hub=${place.hub.domain_handle}`;
    const files = await readArchive((await exported(place.owner, `${space}&format=docx`)).bytes);
    const read = await readWord(files.get('Fleet/Oars.docx') ?? Buffer.alloc(0));
    expect(read.markdown).toContain('[boats](../Boats.docx)');
    const pdf = await exported(place.owner, `items/${folder.id}/export/?format=pdf`);
    expect((await readArchive(pdf.bytes)).get('Oars.pdf')?.toString('latin1')).toMatch(/^%PDF-/);
  });
});
