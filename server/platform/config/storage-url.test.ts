import { describe, expect, it } from 'vitest';
import { ConfigurationError } from './configuration-error.ts';
import { readStorageUrl } from './storage-url.ts';

describe('STORAGE_URL', () => {
  it('names host, bucket, key and secret, with TLS and path addressing by default', () => {
    expect(readStorageUrl('s3://key:a%2Fb%2B@s3.example.org/hub-files')).toEqual({
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
      bucket: 'hub-files',
      prefix: '',
      credentials: { accessKeyId: 'key', secretAccessKey: 'a/b+' },
      isPathStyle: true,
    });
  });

  it('takes a port, and the parameters region, tls, addressing and prefix', () => {
    const url = 's3://key:secret@store:9000/files?region=eu-1&tls=off&addressing=host&prefix=/hub/one/';
    expect(readStorageUrl(url)).toMatchObject({
      endpoint: 'http://store:9000',
      region: 'eu-1',
      prefix: 'hub/one/',
      isPathStyle: false,
    });
  });

  it.each([
    ['https://key:hush@host/bucket', 'can’t be read'],
    ['s3://host/bucket', 'no key and secret'],
    ['s3://key:hush@host/', 'no bucket'],
    ['s3://key:hush@host/Bucket_1', 'no bucket'],
    ['s3://key:hush@host/bucket/folder', '“prefix”'],
    ['s3://key:hush@host/bucket?tls=no', 'none of required, off'],
    ['s3://key:hush@host/bucket?prefix=a%20b', 'not allowed'],
    ['s3://key:hush@host/bucket?acl=public', '“acl”, which does not exist'],
    ['s3://key:hu%sh@host/bucket', '%25'],
  ])('refuses %s with a sentence that contains no secret', (url, sentence) => {
    const read = () => readStorageUrl(url);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(sentence);
    expect(read).not.toThrow('hush');
  });
});
