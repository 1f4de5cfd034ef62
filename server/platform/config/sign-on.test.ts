import { describe, expect, it } from 'vitest';
import { ConfigurationError } from './configuration-error.ts';
import { readSignOn } from './sign-on.ts';

const all = {
  OIDC_ISSUER: 'https://id.example.org/realms/nordwind',
  OIDC_CLIENT_ID: 'hubkeep',
  OIDC_CLIENT_SECRET: 'hush',
  OIDC_NAME: 'Nordwind ID',
};

describe('the variables of single sign-on', () => {
  it('are one provider, or none', () => {
    expect(readSignOn({ OIDC_ISSUER: ' ' })).toBeNull();
    expect(readSignOn(all)).toEqual({
      issuer: new URL(all.OIDC_ISSUER),
      clientId: 'hubkeep',
      clientSecret: 'hush',
      name: 'Nordwind ID',
    });
    const { OIDC_CLIENT_SECRET: _, OIDC_NAME: __, ...least } = all;
    expect(readSignOn(least)).toMatchObject({ clientSecret: null, name: 'single sign-on' });
  });

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID'])('are refused without %s, by its name', (name) => {
    expect(() => readSignOn({ ...all, [name]: '' })).toThrow(ConfigurationError);
    expect(() => readSignOn({ ...all, [name]: '' })).toThrow(`${name} is not set`);
  });

  it('are refused where only the name is set', () => {
    expect(() => readSignOn({ OIDC_NAME: 'ID' })).toThrow('OIDC_ISSUER and OIDC_CLIENT_ID are not set');
  });

  it('accept plain HTTP of this machine alone', () => {
    const read = (issuer: string) => readSignOn({ ...all, OIDC_ISSUER: issuer })?.issuer.href;
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080']) {
      expect(read(`http://${host}`)).toBe(`http://${host}/`);
    }
    for (const host of ['id.example.org', '10.0.0.7', '127.example.org', 'localhost.example.org']) {
      expect(() => read(`http://${host}`), host).toThrow('OIDC_ISSUER must begin with https://');
    }
  });

  it.each([
    'id.example.org',
    'ftp://id.example.org',
    'https://id.example.org?a=b',
    'https://user:word@id.example.org',
  ])('refuse the issuer %s', (issuer) => {
    expect(() => readSignOn({ ...all, OIDC_ISSUER: issuer })).toThrow(ConfigurationError);
    expect(() => readSignOn({ ...all, OIDC_ISSUER: issuer })).not.toThrow(/hush|word@/);
  });
});
