import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { withPostedCountries } from '#lib/browser/posted-countries.ts';
import {
  POSTED_NAMES,
  type PostedSubmission,
  type SubmissionConfirmation,
} from '#lib/browser/posted-submission.ts';
import { ambiguityProblems } from '#lib/fields/ambiguous-text.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { type PostedForm, readFormData } from '#lib/fields/from-form-data.ts';
import type { FieldErrors, FieldProblem } from '#lib/fields/problem.ts';
import { parseFieldProblems } from '#lib/fields/problem-codes.ts';
import { type Caller, callerOf } from '#server/access/sessions/caller.ts';
import { formLocale } from '#server/forms/definition/form-locale.ts';
import { countryOf } from '#server/forms/definition/form-settings.ts';
import { countAnonymousRequest, findFormToFill } from '#server/forms/definition/form-to-fill.ts';
import { formInLanguage, publishedVersion } from '#server/forms/definition/version-cache.ts';
import { submit } from '#server/forms/fill/submit.ts';
import { hashSender } from '#server/forms/uploads/pending-file-limits.ts';
import { acceptsFiles, storeSubmissionFile } from '#server/forms/uploads/receive-file.ts';
import { hubTenant, setTenant } from '#server/platform/database/tenant.ts';
import { ApiError, notFound, unauthenticated } from '#server/platform/http/api-error.ts';
import { sendError, toApiErrorBody } from '#server/platform/http/conventions.ts';
import { isSameOrigin } from '#server/platform/http/same-origin.ts';
import { type Sender, senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { type Refusal, refusalOf, reportTruncated, tooLarge } from './posted-refusal.ts';
import {
  deletePostedFiles,
  type PostedEntry,
  type PostedFile,
  readPostedSubmission,
} from './read-posted-submission.ts';
import { acceptsPage, sendRefusalPage } from './refusal-page.ts';
import { sentSubmissionCookie } from './sent-submission.ts';

type Form = Awaited<ReturnType<typeof findFormToFill>>;

type StoredFiles = { refusal: Refusal | null; codes: Record<string, string>; names: Record<string, string> };

/**
 * Stores the files that were sent with a submission, each under its field. @returns their problems, and their
 * names.
 */
async function storeFiles(
  services: Services,
  form: Form,
  posted: PostedForm<PostedFile>,
  sender: Sender,
): Promise<StoredFiles> {
  const waitingAs = { sender: hashSender(services, sender) };
  const errors: FieldErrors = {};
  const details: FieldProblem[] = [];
  const codes: Record<string, string> = {};
  const names: Record<string, string> = {};
  let status = 422;
  for (const { field, path, file, take } of posted.files) {
    try {
      if ('refusal' in file) throw file.refusal;
      const stored = await storeSubmissionFile(services, form, { ...file, field: field.id }, waitingAs);
      take(stored.id);
      names[stored.id] = stored.name;
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status >= 500 && !('refusal' in file))) throw error;
      errors[path] = error.fields?.file ?? [error.message];
      for (const problem of parseFieldProblems(error.details)) details.push({ ...problem, path });
      if (!error.fields) codes[path] = error.code;
      if ('refusal' in file) status = error.status;
    }
  }
  const isRefused = Object.keys(errors).length > 0;
  const why = { errors, details, hints: {}, problem: null };
  const refusal = { status, code: 'invalid_fields', retryAfter: 0, ...why };
  return { refusal: isRefused ? refusal : null, codes, names };
}

type Outcome =
  | { sent: SubmissionConfirmation; language: string }
  | { refused: PostedSubmission; status: number };

const textOf = (entries: readonly PostedEntry[], wanted: string): string => {
  const [, value] = entries.find(([name]) => name === wanted) ?? [];
  return typeof value === 'string' ? value : '';
};

/** The texts with the readings that were chosen of them: before a text, or in its place in a list (`amounts[2]`). */
function withReadings(entries: readonly PostedEntry[]): PostedEntry[] {
  const chosen = new Map(
    entries
      .filter(([name, value]) => name.startsWith(POSTED_NAMES.reading) && value !== '')
      .map(([name, value]) => [name.slice(POSTED_NAMES.reading.length), value]),
  );
  if (chosen.size === 0) return [...entries];
  const places = new Map<string, number>();
  const read = entries.map(([name, value]): PostedEntry => {
    const place = places.get(name) ?? 0;
    places.set(name, place + 1);
    return [name, chosen.get(`${name}[${place}]`) ?? value];
  });
  return [...[...chosen].filter(([name]) => !name.endsWith(']')), ...read];
}

type Answering = { services: Services; request: FastifyRequest; slug: string };

/** The sender, and the form that they may submit. @throws ApiError as the API's own route. */
async function admit({ services, request, slug }: Answering): Promise<{ caller: Caller; form: Form }> {
  const caller = await callerOf(services, request, { cookie: false, linkCookie: true, ownPage: true });
  const form = await findFormToFill({ services, caller, params: { slug } });
  setTenant(hubTenant(form.hub_id));
  return { caller, form };
}

async function acceptSubmission(
  answering: Answering,
  before: Caller,
  entries: readonly PostedEntry[],
  cut: ReadonlySet<string>,
): Promise<Outcome> {
  const { services } = answering;
  // The body may have been complete long after its first byte.
  const { caller, form } = await admit(answering);
  const version = Number(textOf(entries, POSTED_NAMES.version)) || (form.published_version ?? 0);
  const own = await publishedVersion(services.database, form.id, version);
  if (!own) throw notFound('This form');
  const language = textOf(entries, POSTED_NAMES.language);
  const localized = formInLanguage(own, language);
  const { locale, time_zone } = await formLocale(services.database, form, localized.language);
  const writtenIn = { locale, timeZone: time_zone ?? 'UTC' };
  const posted = readFormData(
    localized.fields,
    withPostedCountries(withReadings(entries), countryOf(form)),
    writtenIn,
  );
  const files = await storeFiles(services, form, posted, senderOf(answering.request, caller));
  const key = textOf(entries, POSTED_NAMES.key);
  const ownCodes = {
    ...files.codes,
    ...Object.fromEntries([...cut].map((path) => [path, 'only_beginning'])),
  };
  const refuse = (why: Refusal): Outcome => {
    const { status, ...refusal } = reportTruncated(why, cut);
    const { values, countries } = posted;
    return { status, refused: { ...refusal, version, values, countries, files: files.names, key, ownCodes } };
  };
  if (before.user && caller.user?.id !== before.user.id) {
    return refuse(refusalOf(unauthenticated('Your session has ended. Sign in again.')));
  }
  const refusal = files.refusal ?? tooLarge(localized.fields, posted.values, cut);
  if (refusal) return refuse(refusal);
  const meta = {
    token: textOf(entries, POSTED_NAMES.token),
    website: textOf(entries, POSTED_NAMES.website),
    language: localized.language,
    key,
    countries: posted.countries,
  };
  try {
    const sent = await submit(services, caller, form, { version, values: posted.values, meta });
    return { sent, language };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const refused = refusalOf(error);
    const details = ambiguityProblems(localized.fields, posted.values, refused.details, writtenIn);
    return refuse({ ...refused, errors: { ...refused.errors, ...englishErrors(details) }, details });
  }
}

const back = (slug: string, language: string, isEmbedded: boolean): string => {
  const query = new URLSearchParams({ sent: '1' });
  if (language) query.set('lang', language);
  if (isEmbedded) query.set('embed', '1');
  return `/f/${slug}?${query}`;
};

/** Reads a submission whose sender is authorized, within the limits of concurrent uploads, and stores it. */
async function receiveSubmission(answering: Answering, entries: PostedEntry[]): Promise<Outcome> {
  const { services, request } = answering;
  const { caller, form } = await admit(answering);
  if (!caller.user) await countAnonymousRequest(services, request);
  const sender = senderOf(request, caller);
  const budget = { memory: services.incoming.inMemory(sender), disk: await services.incoming.onDisk(sender) };
  try {
    const posted = { services, request: request.raw, budget, takesFiles: await acceptsFiles(services, form) };
    const cut = await readPostedSubmission(posted, entries);
    return await acceptSubmission(answering, caller, entries, cut);
  } finally {
    await deletePostedFiles(entries);
    budget.memory.release();
    budget.disk.release();
  }
}

/**
 * Accepts what a form's page posts where no script runs: the same policy, limits and checks as the API's. A
 * refused submission is shown again in its page with all that was filled in; an accepted one redirects to a
 * confirmation page.
 */
export function mountPostedForms(app: FastifyInstance, services: Services): void {
  app.decorate('pages', { render: null });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The bodies are read here.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // Refusals after which its page can't be shown again.
    scope.setErrorHandler((error: FastifyError | ApiError, request, reply) =>
      acceptsPage(request)
        ? sendRefusalPage(toApiErrorBody(error, request), request, reply)
        : sendError(error, request, reply),
    );
    scope.post<{ Params: { slug: string } }>('/f/:slug', async (request, reply) => {
      if (!isSameOrigin(request.headers)) {
        throw new ApiError(403, 'other_origin', 'This form can be sent from its own page only.');
      }
      const { slug } = request.params;
      const entries: PostedEntry[] = [];
      try {
        const outcome = await receiveSubmission({ services, request, slug }, entries);
        if ('sent' in outcome) {
          reply.header('Set-Cookie', sentSubmissionCookie(services, slug, outcome.sent));
          const isEmbedded = textOf(entries, POSTED_NAMES.embed) === '1';
          return reply.redirect(back(slug, outcome.language, isEmbedded), 303);
        }
        const { refused, status } = outcome;
        if (!app.pages.render)
          throw new ApiError(status, refused.code, refused.problem ?? 'Some fields are not valid.', {
            fields: refused.errors,
            hints: refused.hints,
            details: refused.details,
          });
        reply.raw.statusCode = status;
        await app.pages.render(request, reply, { posted: refused });
      } catch (error) {
        // The page itself shows that the form is deleted, closed or full.
        const isShownByPage = error instanceof ApiError && (error.status === 404 || error.status === 409);
        if (!isShownByPage || !app.pages.render) throw error;
        await app.pages.render(request, reply);
      }
    });
  });
}
