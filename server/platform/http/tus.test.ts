import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { tusMetadata } from '#components/fields/tus.ts';
import { uploadMetadata } from './tus.ts';

test('any name of a file is read as the page wrote it', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(text, text, (filename, field) => {
      const headers = { 'upload-metadata': tusMetadata({ filename, field }) };
      const read = uploadMetadata({ headers } as unknown as FastifyRequest);
      expect(Object.fromEntries(read)).toEqual({ filename, field });
    }),
  );
});
