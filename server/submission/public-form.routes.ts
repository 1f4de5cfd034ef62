import type { FastifyRequest } from 'fastify';
import {
  type PublicForm,
  publicForm,
  publicFormParams,
  publicFormQuery,
  receivedFile,
  submitRequest,
  submitted,
} from '#lib/contract/form.ts';
import { NO_LAYOUT } from '#lib/form/layout.ts';
import { languageFor } from '#lib/form/words.ts';
import { type FormView, formBySlug } from '../form/form.repo.ts';
import { settingsOf } from '../form/form-settings.ts';
import { notPublished, notTaken, stateByClock } from '../form/form-state.ts';
import { languagesOf, publishedVersion, spokenIn } from '../form/version-cache.ts';
import { notFound } from '../http/api-error.ts';
import { route } from '../http/route.ts';
import { clientAddress } from '../limits/client-address.ts';
import { counter, type Limit, reserve } from '../limits/limits.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeForm } from '../policy/form-policy.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { newChallenge } from './challenge.ts';
import { keepAnswerFile, receiveFile } from './receive-file.ts';
import { countUpTo } from './submission.repo.ts';
import { submit } from './submit.ts';

/** Contract §2: anonymous submissions from one address. */
const ANONYMOUS: Limit = { name: 'anonymous-submission', most: 600, seconds: 60 };

type Asked = { services: Services; caller: Caller; params: { slug: string } };

/** A form that may be answered, also while it takes no answers; one in the trash is gone for everybody. */
async function formToSee({ services, caller, params }: Asked): Promise<Authorized<FormView, 'form.view'>> {
  const form = authorizeForm(await formBySlug(services.database, caller, params.slug), 'form.view');
  if (form.trashed_at) throw notFound('This form');
  return form;
}

/** The same, where it takes answers at this moment; an archive takes none. */
async function formToFill(asked: Asked): Promise<Authorized<FormView, 'form.submit'>> {
  const form = await formToSee(asked);
  const state = stateByClock(form);
  if (state !== 'open') throw notTaken(state);
  return authorizeForm<FormView, 'form.submit'>(form, 'form.submit');
}

async function limitAnonymous({ services, request }: { services: Services; request: FastifyRequest }) {
  if (request.headers.authorization) return;
  await reserve(services, [counter(ANONYMOUS, clientAddress(request.ip))]);
}

async function presentPublic(
  services: Services,
  form: FormView,
  wanted: string | undefined,
): Promise<PublicForm> {
  if (form.published_version === null) throw notPublished();
  const own = await publishedVersion(services.database, form.id, form.published_version);
  if (!own) throw notFound('This form');
  const published = spokenIn(own, languageFor(wanted ? [wanted] : [], languagesOf(own)));
  const { opens_at, closes_at, hidden_values, theme, spam, max_submissions: most } = settingsOf(form);
  const byClock = stateByClock(form);
  const isFull =
    byClock === 'open' && most !== null && (await countUpTo(services.database, form.id, most)) >= most;
  const state = isFull ? 'full' : byClock;
  return {
    slug: form.slug,
    title: published.title,
    description: published.description,
    state,
    version: published.version,
    language: published.language,
    languages: languagesOf(own),
    fields: state === 'open' ? published.fields : [],
    layout: state === 'open' ? published.layout : NO_LAYOUT,
    settings: { opens_at, closes_at, hidden_values, theme, spam },
    challenge: newChallenge(services, form.id, spam),
  };
}

export const publicFormRoutes = [
  route({
    method: 'GET',
    path: 'public/forms/:slug/',
    summary: 'A published form, to be filled by whoever may see it',
    auth: 'anyone',
    params: publicFormParams,
    query: publicFormQuery,
    authorize: formToSee,
    handle: ({ services, authorized, query }) => presentPublic(services, authorized, query.language),
    answers: publicForm,
  }),
  route({
    method: 'POST',
    path: 'public/forms/:slug/submissions/',
    summary: 'Answer a form, in the version that was filled',
    limit: limitAnonymous,
    auth: 'anyone',
    params: publicFormParams,
    body: submitRequest,
    authorize: formToFill,
    handle: ({ services, caller, body, authorized }) => submit(services, caller, authorized, body),
    status: 201,
    answers: submitted,
  }),
  route({
    method: 'POST',
    path: 'public/forms/:slug/files/',
    summary: 'Send a file for an answer that is to come (multipart: file, field); kept for a day without one',
    limit: limitAnonymous,
    auth: 'anyone',
    params: publicFormParams,
    authorize: formToFill,
    receive: ({ services, request }) => receiveFile(services, request.raw),
    handle: ({ services, authorized, received }) => keepAnswerFile(services, authorized, received),
    status: 201,
    answers: receivedFile,
  }),
];
