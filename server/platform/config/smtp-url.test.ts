import { describe, expect, it } from 'vitest';
import { ConfigurationError } from './configuration-error.ts';
import { readSmtpUrl } from './smtp-url.ts';

const read = (url: string, publicUrl = 'https://hub.example') => readSmtpUrl(url, publicUrl);

describe('SMTP_URL', () => {
  it('names host, port and credentials', () => {
    expect(read('smtp://us%40er:p%2Fa%25ss@mail.example:2525')).toMatchObject({
      host: 'mail.example',
      port: 2525,
      secure: false,
      credentials: { user: 'us@er', password: 'p/a%ss' },
    });
    expect(read('smtps://mail.example')).toMatchObject({ port: 465, secure: true, credentials: null });
    expect(read('smtp://mail.example/')).toMatchObject({ port: 587, secure: false });
    expect(read('smtp://[::1]:25')).toMatchObject({ host: '::1', port: 25 });
  });

  it('sends credentials only over TLS with a verified certificate', () => {
    expect(read('smtp://user:pass@mail.example')).toMatchObject({
      requireTls: true,
      verifyCertificate: true,
    });
    expect(read('smtps://user:pass@mail.example')).toMatchObject({ secure: true, verifyCertificate: true });
    expect(read('smtp://mail.example?tls=required')).toMatchObject({
      requireTls: true,
      verifyCertificate: true,
    });
    for (const url of ['smtp://mail.example', 'smtp://user:pass@mail.example?tls=optional']) {
      expect(read(url), url).toMatchObject({ requireTls: false, verifyCertificate: false });
    }
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect(read(`smtp://user:pass@${host}`), host).toMatchObject({
        requireTls: false,
        verifyCertificate: false,
      });
    }
  });

  it('takes the sender from the URL, or from the host of PUBLIC_URL', () => {
    expect(read('smtp://mail.example?from=Our%20hub%20<hub@acme.example>').from).toEqual({
      name: 'Our hub',
      address: 'hub@acme.example',
    });
    expect(read('smtp://mail.example?from=hub@acme.example').from).toEqual({
      name: 'Hubkeep',
      address: 'hub@acme.example',
    });
    expect(read('smtp://mail.example').from.address).toBe('hubkeep@hub.example');
    expect(read('smtp://mail.example', 'http://127.0.0.1:3000').from.address).toBe('hubkeep@localhost');
    expect(read('smtp://mail.example', 'http://192.0.2.7').from.address).toBe('hubkeep@[192.0.2.7]');
    expect(read('smtp://mail.example', 'http://[2001:db8::1]').from.address).toBe(
      'hubkeep@[IPv6:2001:db8::1]',
    );
  });

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/folder',
    'smtp://:secret-word@mail.example',
    'smtp://user:100%secret-word@mail.example',
    'smtp://user:secret-word@mail.example?form=hub@acme.example',
    'smtp://user:secret-word@mail.example?tls=never',
    'smtp://user:secret-word@mail.example?from=nobody',
    'smtp://user:secret-word@mail.example?from=a@b.example%0d%0aBcc:%20c@d.example',
    'smtp://user:secret-word@mail.example?from=a@b.example,c@d.example',
  ])('refuses %s with a reason, and without its password', (url) => {
    expect(() => read(url)).toThrow(ConfigurationError);
    expect(() => read(url)).toThrow(/^SMTP_URL /);
    expect(() => read(url)).not.toThrow(/secret-word/);
  });
});
