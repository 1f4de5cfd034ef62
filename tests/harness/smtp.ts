import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received mail: the envelope's recipients, and its content. */
export type CaughtMail = {
  envelope: { from: string; to: string[] };
  /** Whether the connection was encrypted, and the user that the sender signed in as. */
  secure: boolean;
  user: string | null;
  subject: string;
  text: string;
  html: string;
  headers: { key: string; value: string }[];
  /** As it was received. */
  raw: string;
};

export type MailServerOptions = {
  /** The previous server's port, so that a server can restart; by default any free one. */
  port?: number;
  /** The credentials of users who may sign in; by default no sign-in is required. */
  credentials?: { user: string; password: string };
  /** TLS from the first byte, by STARTTLS (offered by default), or not at all. */
  tls?: 'immediate' | 'starttls' | 'none';
  /** Accepts connections and never responds. */
  silent?: boolean;
  /** Refuses a recipient with this code (4xx temporarily, 5xx permanently) instead of accepting the mail. */
  refuse?: (address: string) => number | null;
};

/** A real mail server on this machine that stores what it receives. */
export type MailServer = {
  port: number;
  /** In the format of SMTP_URL. */
  url: string;
  mails: CaughtMail[];
  /** Refused recipients. */
  refused: string[];
  /** The number of connections so far. */
  connections(): number;
  /** The first matching mail to this address that was not returned before; waits for it. */
  mailTo(address: string, subject?: RegExp): Promise<CaughtMail>;
  stop(): Promise<void>;
};

const TIMEOUT_MS = 20_000;

function refusal(code: number): Error {
  return Object.assign(new Error('refused by the test'), { responseCode: code });
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { credentials, tls = 'starttls', refuse } = options;
  const mails: CaughtMail[] = [];
  const refused: string[] = [];
  const delivered = new Set<CaughtMail>();
  let arrived: (() => void)[] = [];
  let connections = 0;
  const settings: SMTPServerOptions = {
    secure: tls === 'immediate',
    disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(credentials ? [] : ['AUTH'])],
    allowInsecureAuth: tls === 'none',
    authOptional: !credentials,
    logger: false,
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections += 1;
      if (!options.silent) done();
    },
    onAuth({ username, password }, _session, done) {
      const known = username === credentials?.user && password === credentials?.password;
      done(known ? null : new Error('wrong credentials'), known ? { user: username } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      const code = refuse?.(address) ?? null;
      if (code === null) return done();
      refused.push(address);
      done(refusal(code));
    },
    onData(stream, session, done) {
      const store = async () => {
        const raw = await buffer(stream);
        const { subject = '', text = '', html = '', headers } = await new PostalMime().parse(raw);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
          secure: session.secure,
          user: session.user ?? null,
          ...{ subject, text, html },
          headers: headers.map(({ key, value }) => ({ key, value })),
          raw: raw.toString('utf8'),
        });
        for (const reply of arrived.splice(0)) reply();
      };
      store().then(() => done(), done);
    },
  };
  const server = new SMTPServer(settings);
  // A client that disconnects halfway is no failure of this server.
  server.on('error', () => undefined);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const login = credentials
    ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.password)}@`
    : '';

  const take = (address: string, subject: RegExp) => {
    const found = mails.find(
      (one) => !delivered.has(one) && one.envelope.to.includes(address) && subject.test(one.subject),
    );
    if (found) delivered.add(found);
    return found;
  };
  return {
    port,
    url: `${tls === 'immediate' ? 'smtps' : 'smtp'}://${login}127.0.0.1:${port}`,
    mails,
    refused,
    connections: () => connections,
    async mailTo(address, subject = /(?:)/) {
      const deadline = AbortSignal.timeout(TIMEOUT_MS);
      for (;;) {
        const found = take(address, subject);
        if (found) return found;
        await new Promise<void>((resolve, reject) => {
          arrived.push(resolve);
          deadline.addEventListener('abort', () => {
            arrived = arrived.filter((one) => one !== resolve);
            const others = mails.map((one) => `${one.envelope.to}: ${one.subject}`).join('\n');
            reject(new Error(`no mail ${subject} to ${address} arrived; there are:\n${others}`));
          });
        });
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The code in a mail. */
export function codeIn({ text }: { text: string }): string {
  return /^\d{6,12}$/m.exec(text)?.[0] ?? '';
}

/** The link of a mail's button. */
export function linkIn({ text }: { text: string }): URL {
  return new URL(/^https?:\/\/\S+$/m.exec(text)?.[0] ?? '');
}
