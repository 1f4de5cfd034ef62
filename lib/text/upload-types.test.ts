import { describe, expect, it } from 'vitest';
import {
  acceptOf,
  extensionOf,
  isAllowed,
  isUploadKind,
  kindOfExtension,
  MIME_TYPES,
  mimeOfExtension,
  UPLOAD_KINDS,
  UPLOAD_TYPES,
} from './upload-types.ts';

describe('upload types', () => {
  it('have the extensions of the product rules', () => {
    expect(UPLOAD_TYPES).toEqual({
      general: 'png jpg jpeg pdf doc docx txt xls xlsx csv'.split(' '),
      document: 'txt md mdx conf log json xml yml yaml csv tsv record xlsx pdf docx pptx eml epub html'.split(
        ' ',
      ),
      table: 'csv tsv record xlsx'.split(' '),
      contact: 'csv tsv record xlsx vcf'.split(' '),
      email: 'eml mbox'.split(' '),
      image: 'jpg jpeg png gif svg bmp tiff webp ico psd ai'.split(' '),
      media: 'mp3 mp4 avi mov wmv flv mkv webm aac wav ogg flac'.split(' '),
    });
  });

  it('have a media type and a natural kind each', () => {
    for (const kind of UPLOAD_KINDS) {
      for (const extension of UPLOAD_TYPES[kind]) {
        expect(MIME_TYPES[extension]).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
        const natural = kindOfExtension(extension);
        expect(natural && isAllowed(natural, `file.${extension}`)).toBe(true);
      }
    }
  });

  it.each([
    ['csv', 'table'],
    ['xlsx', 'table'],
    ['pdf', 'document'],
    ['record', 'document'],
    ['eml', 'email'],
    ['mbox', 'email'],
    ['vcf', 'contact'],
    ['png', 'image'],
    ['mp3', 'media'],
    ['doc', 'general'],
    ['exe', null],
    ['', null],
  ])('make a dropped .%s a %s', (extension, kind) => {
    expect(kindOfExtension(extension)).toBe(kind);
  });

  it.each([
    ['Report.PDF', 'pdf'],
    ['a.tar.gz', 'gz'],
    ['.env', ''],
    ['folder.d/README', ''],
    ['..\\x.Txt ', 'txt'],
    ['no', ''],
    ['dot.', ''],
    ['🗒️ émoji.md', 'md'],
  ])('read the extension of %s', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });

  it('refuse a kind or an extension they do not know', () => {
    expect(isUploadKind('folder')).toBe(false);
    expect(isUploadKind('toString')).toBe(false);
    expect(isAllowed('image', 'a.pdf')).toBe(false);
    expect(mimeOfExtension('constructor')).toBe('application/octet-stream');
  });

  it('give a file input what to offer', () => {
    expect(acceptOf('email')).toBe('.eml,.mbox');
    expect(acceptOf()).toContain('.flac');
  });
});
