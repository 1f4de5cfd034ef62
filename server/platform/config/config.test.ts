import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigurationError } from './configuration-error.ts';

describe('the environment', () => {
  it('has the defaults of the contract', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      publicUrl: 'http://127.0.0.1:3000',
      rateLimitFactor: 1,
      trustedProxies: [],
      apiHost: '',
    });
    expect(config.dataDir.endsWith('/data')).toBe(true);
  });

  it.each(['LIVEKIT_URL', 'EMBEDDINGS_URL', 'NEXT_PUBLIC_FIREBASE_CONFIG'])(
    'refuses to start with a reason when %s is set, which nothing here can use yet',
    (name) => {
      expect(() => readConfig({ [name]: 'x' })).toThrow(new RegExp(`${name} is set`));
    },
  );

  it('gives a process both roles unless ROLE names one', () => {
    expect([...readConfig({}).roles]).toEqual(['web', 'worker']);
    expect([...readConfig({ ROLE: ' worker , web' }).roles].sort()).toEqual(['web', 'worker']);
    const shared = { DATABASE_URL: 'postgres://hubkeep@localhost/hubkeep', SECRET_KEY: 'a-key-of-sixteen' };
    expect([...readConfig({ ...shared, ROLE: 'worker' }).roles]).toEqual(['worker']);
    expect(() => readConfig({ ...shared, ROLE: 'web,jobs' })).toThrow(
      'ROLE must be web, worker, or both: web,worker. “jobs” is neither.',
    );
  });

  it('wants DATABASE_URL for a process with one role', () => {
    expect(() => readConfig({ ROLE: 'web' })).toThrow(/ROLE is web alone, but DATABASE_URL is not set/);
  });

  it('wants SECRET_KEY beside DATABASE_URL', () => {
    const DATABASE_URL = 'postgres://hubkeep@localhost/hubkeep';
    expect(() => readConfig({ DATABASE_URL })).toThrow(/SECRET_KEY is required/);
    expect(readConfig({ DATABASE_URL, SECRET_KEY: 'a-key-of-sixteen' }).databaseUrl).toBe(DATABASE_URL);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['PUBLIC_URL', 'hub.example'],
    ['SECRET_KEY', 'short'],
    ['SMTP_URL', 'mail.example'],
    ['STORAGE_URL', 'files.example'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigurationError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('explains a host without a protocol', () => {
    expect(() => readConfig({ PUBLIC_URL: 'hub.example' })).toThrow(
      'PUBLIC_URL must begin with http:// or https://, but it is a host alone: “hub.example”.',
    );
  });

  it('reads addresses without a closing slash and lists without blanks', () => {
    const config = readConfig({ PUBLIC_URL: 'https://hub.example/', TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2,' });
    expect(config.publicUrl).toBe('https://hub.example');
    expect(config.trustedProxies).toEqual(['10.0.0.1', '10.0.0.2']);
  });
});
