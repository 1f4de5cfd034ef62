import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { stopNotificationMails } from '#server/hubs/notifications/notification-setting.repo.ts';
import { verifyUnsubscribeToken } from '#server/items/watching/unsubscribe-token.ts';
import { setWatchMails } from '#server/items/watching/watch.repo.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { consumeLimits, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';

const OPENED: Limit = { name: 'unsubscribe', most: 60, seconds: 60 };

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:18vh 1.5rem 2rem}',
  'h1{font-size:1.5rem;line-height:1.25}',
  'button{font:inherit;padding:.6rem 1.2rem;border-radius:.6rem;border:1px solid;cursor:pointer}',
].join('');
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'`;

const PAGES = {
  ask: {
    title: 'Mails about notifications and watched items',
    text: 'You will get no more of these mails, nor any about kinds of notifications that are added later. You still find your notifications in Hubkeep, and items stay watched.',
    button: 'Stop these mails',
  },
  done: {
    title: 'These mails are off',
    text: 'You can turn on those that you want in your profile.',
    button: null,
  },
  invalid: {
    title: 'This link doesn’t work',
    text: 'Copy the whole address from the mail, or change it in your profile.',
    button: null,
  },
} as const;

function sendPage(reply: FastifyReply, name: keyof typeof PAGES) {
  const { title, text, button } = PAGES[name];
  // It is sent to its own address, which has the token.
  const form = button ? `<form method="post"><button>${button}</button></form>` : '';
  return reply
    .code(name === 'invalid' ? 404 : 200)
    .header('Content-Security-Policy', POLICY)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        `<title>${title}</title><style>${STYLE}</style></head>`,
        `<body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`,
      ].join(''),
    );
}

/**
 * `/unsubscribe?token=…`: turns mails about notifications and watched items off, without signing in. Opening it only asks, since mail
 * scanners open every link; mail programs send the POST themselves (RFC 8058).
 */
export function mountUnsubscribe(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // The body of a one-click request says nothing that the address does not.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    const accountOf = async (ip: string, token: unknown) => {
      await consumeLimits(services, [limitCounter(OPENED, clientAddress(ip))]);
      return typeof token === 'string' ? verifyUnsubscribeToken(services.signingKey, token) : null;
    };
    scope.get<{ Querystring: { token?: unknown } }>('/unsubscribe', async ({ ip, query }, reply) =>
      sendPage(reply, (await accountOf(ip, query.token)) ? 'ask' : 'invalid'),
    );
    scope.post<{ Querystring: { token?: unknown } }>('/unsubscribe', async ({ ip, query }, reply) => {
      const userId = await accountOf(ip, query.token);
      if (userId) {
        await setWatchMails(services.database, userId, false);
        await stopNotificationMails(services.database, userId);
      }
      return sendPage(reply, userId ? 'done' : 'invalid');
    });
  });
}
