import { onTestFinished } from 'vitest';
import { type ServerOptions, startServer, type TestServer } from './server.ts';
import { type MailServer, type MailServerOptions, startMailServer } from './smtp.ts';

/** A mail server for this test alone. */
export async function startMailServerForTest(options?: MailServerOptions): Promise<MailServer> {
  const mail = await startMailServer(options);
  onTestFinished(() => mail.stop());
  return mail;
}

/** A server that sends mail, and the mail server that receives it. */
export async function startServerWithMail(
  { env, ...options }: ServerOptions = {},
  mailOptions?: MailServerOptions,
): Promise<TestServer & { mail: MailServer }> {
  const mail = await startMailServer(mailOptions);
  const server = await startServer({
    ...options,
    env: { SMTP_URL: `${mail.url}?from=hub@hub.example`, ...env },
  });
  return {
    ...server,
    mail,
    async stop() {
      await server.stop();
      await mail.stop();
    },
  };
}

/** The same for this test alone. */
export async function startServerWithMailForTest(
  options?: ServerOptions,
  mailOptions?: MailServerOptions,
): Promise<TestServer & { mail: MailServer }> {
  const server = await startServerWithMail(options, mailOptions);
  onTestFinished(() => server.stop());
  return server;
}
