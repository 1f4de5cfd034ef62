import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldErrors } from '#lib/fields/definition.ts';
import { FORM_ENTRIES_MAX, type PostedForm, readFormData } from '#lib/fields/from-form-data.ts';
import { askingOfUnclear } from '#lib/fields/unclear-text.ts';
import { POSTED, type PostedAnswer, type SentAnswer } from '#lib/form/posted-answer.ts';
import { withCountries } from '#lib/form/posted-countries.ts';
import { hubTenant, setTenant } from '../database/tenant.ts';
import { formLocale } from '../form/form-locale.ts';
import { countryOf } from '../form/form-settings.ts';
import { publishedVersion, spokenIn } from '../form/version-cache.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import type { Services } from '../services.ts';
import { callerOf } from '../session/caller.ts';
import { readCookie, SESSION_COOKIE } from '../session/cookie.ts';
import { isSameOrigin } from '../session/same-origin.ts';
import { looksLikeToken } from '../session/token.ts';
import type { ReceivedFile } from '../storage/storage.ts';
import { formToFill, limitAnonymous } from '../submission/form-to-fill.ts';
import { keepAnswerFile } from '../submission/receive-file.ts';
import { submit } from '../submission/submit.ts';
import { titleOfFile } from '../upload/file-name.ts';
import { readMultipart } from '../upload/multipart.ts';
import { sentAnswerCookie } from './sent-answer.ts';

/** Bytes of what is typed: as many as JSON bodies have (contract §2). */
const TEXT_BYTES = 1024 ** 2;

type PostedFile = { file: ReceivedFile; name: string };
type Entry = [name: string, value: string | PostedFile];

async function urlEncoded(request: IncomingMessage): Promise<Entry[]> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > TEXT_BYTES) throw new ApiError(413, 'too_large', 'This answer is larger than a form takes.');
    parts.push(bytes);
  }
  return [...new URLSearchParams(Buffer.concat(parts).toString())];
}

/** Takes a multipart body in; `entries` is filled as parts come, so that what came before a failure can be let go. */
async function multipart(services: Services, request: IncomingMessage, entries: Entry[]): Promise<void> {
  const { maxUploadBytes: maxBytes } = services.config;
  let texts = 0;
  await readMultipart(
    request,
    maxBytes,
    {
      onField: (name, value) => {
        texts += value.length;
        if (texts <= TEXT_BYTES) entries.push([name, value]);
      },
      async onFile(stream, fileName, isCut, field) {
        const file = await services.storage.receive(stream, { maxBytes });
        // A file field that was left alone is posted too, without a name.
        if (fileName === '' && file.size === 0) return file.discard();
        entries.push([field, { file, name: titleOfFile(fileName) }]);
        if (isCut()) throw new ApiError(413, 'too_large', 'One of the files is too large.');
      },
    },
    { fields: FORM_ENTRIES_MAX, fieldBytes: TEXT_BYTES },
  );
}

/** Keeps the files that came with an answer, each under its field. @returns what is wrong with them, and their names. */
async function keepFiles(
  services: Services,
  form: Awaited<ReturnType<typeof formToFill>>,
  posted: PostedForm<PostedFile>,
): Promise<{ errors: FieldErrors; codes: Record<string, string>; names: Record<string, string> }> {
  const errors: FieldErrors = {};
  const codes: Record<string, string> = {};
  const names: Record<string, string> = {};
  for (const { field, path, file, take } of posted.files) {
    try {
      const kept = await keepAnswerFile(services, form, { ...file, field: field.id });
      take(kept.id);
      names[kept.id] = kept.name;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      errors[path] = error.fields?.file ?? [error.message];
      if (!error.fields) codes[path] = error.code;
    }
  }
  return { errors, codes, names };
}

type Outcome = { sent: SentAnswer; language: string } | { refused: PostedAnswer; status: number };

const textOf = (entries: readonly Entry[], wanted: string): string => {
  const [, value] = entries.find(([name]) => name === wanted) ?? [];
  return typeof value === 'string' ? value : '';
};

/** Which reading of a text was chosen stands before that text. */
function withReadings(entries: readonly Entry[]): Entry[] {
  const chosen = entries
    .filter(([name]) => name.startsWith(POSTED.reading))
    .map(([name, value]): Entry => [name.slice(POSTED.reading.length), value]);
  return [...chosen, ...entries];
}

async function takeAnswer(
  services: Services,
  request: FastifyRequest,
  slug: string,
  entries: readonly Entry[],
): Promise<Outcome> {
  const caller = await callerOf(services, request, { cookie: false, linkCookie: true });
  const form = await formToFill({ services, caller, params: { slug } });
  setTenant(hubTenant(form.hub_id));
  const version = Number(textOf(entries, POSTED.version)) || (form.published_version ?? 0);
  const own = await publishedVersion(services.database, form.id, version);
  if (!own) throw notFound('This form');
  const language = textOf(entries, POSTED.language);
  const asked = spokenIn(own, language);
  const { locale, time_zone } = await formLocale(services.database, form, asked.language);
  const writtenIn = { locale, timeZone: time_zone ?? 'UTC' };
  const posted = readFormData(asked.fields, withCountries(withReadings(entries), countryOf(form)), writtenIn);
  const { errors, codes, names } = await keepFiles(services, form, posted);
  const key = textOf(entries, POSTED.key);
  const refused = { version, values: posted.values, files: names, key, fileCodes: codes, retryAfter: 0 };
  if (Object.keys(errors).length > 0) {
    return { status: 422, refused: { ...refused, problem: null, code: 'invalid_fields', errors, hints: {} } };
  }
  const meta = {
    token: textOf(entries, POSTED.token),
    website: textOf(entries, POSTED.website),
    language: asked.language,
    key,
  };
  try {
    const sent = await submit(services, caller, form, { version, values: posted.values, meta });
    return { sent, language };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, fields = {}, hints = {}, message, status, retryAfter = 0 } = error;
    const problem = error.fields ? null : message;
    const said = askingOfUnclear(asked.fields, posted.values, fields, writtenIn);
    return { status, refused: { ...refused, problem, code, retryAfter, errors: said, hints } };
  }
}

const back = (slug: string, language: string, isEmbedded: boolean): string => {
  const query = new URLSearchParams({ sent: '1' });
  if (language) query.set('lang', language);
  if (isEmbedded) query.set('embed', '1');
  return `/f/${slug}?${query}`;
};

/**
 * Takes what a form's page posts where no script runs: the same policy, limits and checks as the API's. What is refused
 * is shown again in its page with all that was filled in; what is taken leads on to a page that says so.
 */
export function mountPostedForms(app: FastifyInstance, services: Services): void {
  app.decorate('pages', { render: null });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The bodies are read here.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.post<{ Params: { slug: string } }>('/f/:slug', async (request, reply) => {
      if (!isSameOrigin(request.headers)) {
        throw new ApiError(403, 'other_origin', 'This form can be sent from its own page only.');
      }
      // From its own page, which shows the visitor who is signed in.
      const token = readCookie(request.headers, SESSION_COOKIE);
      if (looksLikeToken(token)) request.headers.authorization ??= `JWT ${token}`;
      const { slug } = request.params;
      await limitAnonymous({ services, request });
      const isMultipart = request.headers['content-type']?.startsWith('multipart/form-data');
      const entries: Entry[] = [];
      try {
        if (isMultipart) await multipart(services, request.raw, entries);
        else entries.push(...(await urlEncoded(request.raw)));
        const outcome = await takeAnswer(services, request, slug, entries);
        if ('sent' in outcome) {
          reply.header('Set-Cookie', sentAnswerCookie(services, slug, outcome.sent));
          const isEmbedded = textOf(entries, POSTED.embed) === '1';
          return reply.redirect(back(slug, outcome.language, isEmbedded), 303);
        }
        const { refused, status } = outcome;
        if (!app.pages.render)
          throw new ApiError(status, refused.code, refused.problem ?? 'Some fields are not valid.', {
            fields: refused.errors,
            hints: refused.hints,
          });
        reply.raw.statusCode = status;
        await app.pages.render(request, reply, { posted: refused });
      } catch (error) {
        // That it is gone, closed or full, its page says by itself.
        const isTold = error instanceof ApiError && (error.status === 404 || error.status === 409);
        if (!isTold || !app.pages.render) throw error;
        await app.pages.render(request, reply);
      } finally {
        for (const [, value] of entries) if (typeof value !== 'string') await value.file.discard();
      }
    });
  });
}
