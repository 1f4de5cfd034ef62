import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '#lib/forms/accepted-languages.ts';
import { matchLanguage } from '#lib/forms/translations.ts';
import type { ApiError } from '#server/platform/http/api-error.ts';
import { REFUSAL_MESSAGES, type RefusalMessages } from './refusal-messages.ts';

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:18vh 1.5rem 2rem;',
  'overflow-wrap:break-word}',
  'h1{font-size:1.5rem;line-height:1.25}',
].join('');

/** It contains no script and loads nothing: senders of too many requests receive it, too. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const MESSAGES_BY_REASON = new Map<string, RefusalMessages>(Object.entries(REFUSAL_MESSAGES));

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

/** The reason, in these messages; one without a message is shown as programs receive it. */
function reasonOf(refusal: ApiError, { tooLarge, tooMany, later }: RefusalMessages): string {
  const { status, message } = refusal;
  if (status === 413) return tooLarge;
  if (status === 429) return tooMany;
  return isForNow(refusal) ? later : escaped(message);
}

/** Whether the same may be taken the next time. */
const isForNow = ({ status }: ApiError): boolean => status === 429 || status === 400 || status >= 500;

/** Whether a browser waits for a page; programs name no `text/html`. */
export const acceptsPage = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') ?? false;

/** Shows why a submission was not read, on a page that costs nothing. */
export function sendRefusalPage(refusal: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const wanted = acceptedLanguages(request.headers['accept-language']);
  const language = matchLanguage(wanted, [...MESSAGES_BY_REASON.keys()]) ?? 'en';
  const messages = MESSAGES_BY_REASON.get(language) ?? REFUSAL_MESSAGES.en;
  const page = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${messages.title}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${messages.title}</h1><p>${reasonOf(refusal, messages)}</p><p>${isForNow(refusal) ? messages.reload : messages.back}</p>`,
    '</main></body></html>',
  ].join('');
  if (refusal.retryAfter) reply.header('Retry-After', Math.ceil(refusal.retryAfter));
  return reply
    .code(refusal.status)
    .header('Content-Security-Policy', POLICY)
    .type('text/html; charset=utf-8')
    .send(page);
}
