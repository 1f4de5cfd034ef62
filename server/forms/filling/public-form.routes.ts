import {
  type PublicForm,
  publicForm,
  publicFormParams,
  publicFormQuery,
  receivedFile,
  submitRequest,
  submitted,
} from '#lib/contract/form.ts';
import { NO_LAYOUT } from '#lib/forms/layout.ts';
import { ownKey } from '#lib/forms/own-messages.ts';
import { languageFor, type Words } from '#lib/forms/words.ts';
import { linkTo } from '#server/access/links/share-link.repo.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { route } from '#server/api/route.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { formLocale } from '#server/forms/definition/form-locale.ts';
import { countryOf, settingsOf } from '#server/forms/definition/form-settings.ts';
import { notPublished, stateByClock } from '#server/forms/definition/form-state.ts';
import { formToFill, formToSee, limitAnonymous } from '#server/forms/definition/form-to-fill.ts';
import { languagesOf, publishedVersion, spokenIn } from '#server/forms/definition/version-cache.ts';
import { forgetDraft } from '#server/forms/drafts/form-draft.service.ts';
import { countUpTo } from '#server/forms/submissions/submission.repo.ts';
import { keepAnswerFile, refuseWithoutFileField } from '#server/forms/uploads/receive-file.ts';
import { refuseMoreWaiting, senderHash } from '#server/forms/uploads/waiting-files.ts';
import { receiveFile } from '#server/items/uploads/receive-field-file.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { newChallenge } from './challenge.ts';
import { submit } from './submit.ts';

/** What translations say in place of the page's own messages. */
const ownWords = (words: Words = {}): Words =>
  Object.fromEntries(Object.entries(words).filter(([key]) => key.startsWith(ownKey(''))));

async function presentPublic(
  services: Services,
  caller: Caller,
  form: FormView,
  wanted: string | undefined,
): Promise<PublicForm> {
  if (form.published_version === null) throw notPublished();
  const own = await publishedVersion(services.database, form.id, form.published_version);
  if (!own) throw notFound('This form');
  const published = spokenIn(own, languageFor(wanted ? [wanted] : [], languagesOf(own)));
  const settings = settingsOf(form);
  const { opens_at, closes_at, hidden_values, theme, spam, embed_origins, max_submissions: most } = settings;
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
    own_messages: ownWords(own.translations[published.language]),
    country: countryOf(form),
    ...(await formLocale(services.database, form, published.language)),
    fields: state === 'open' ? published.fields : [],
    layout: state === 'open' ? published.layout : NO_LAYOUT,
    visibility: form.visibility,
    link_id: form.rank === null ? await linkTo(services.database, caller, form.scope_id) : null,
    indexed: form.hub_allows_indexing && form.visibility === 'public' && settings.listed,
    settings: { opens_at, closes_at, hidden_values, theme, spam, embed_origins },
    challenge: newChallenge(services, form.id, spam),
  };
}

export const publicFormRoutes = [
  route({
    method: 'GET',
    path: 'public/forms/:slug/',
    acceptsLinkCookie: true,
    summary: 'A published form, to be filled by whoever may see it',
    auth: 'anyone',
    params: publicFormParams,
    query: publicFormQuery,
    authorize: formToSee,
    handle: ({ services, caller, authorized, query }) =>
      presentPublic(services, caller, authorized, query.language),
    answers: publicForm,
  }),
  route({
    method: 'POST',
    path: 'public/forms/:slug/submissions/',
    publishes: 'submissions',
    acceptsLinkCookie: true,
    summary: 'Answer a form, in the version that was filled',
    limit: limitAnonymous,
    auth: 'anyone',
    params: publicFormParams,
    body: submitRequest,
    authorize: formToFill,
    handle: async ({ services, caller, body, authorized }) => {
      const answer = await submit(services, caller, authorized, body);
      await forgetDraft(services, authorized.id, body.meta?.draft);
      return answer;
    },
    status: 201,
    answers: submitted,
  }),
  route({
    method: 'POST',
    path: 'public/forms/:slug/files/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Send a file for an answer that is to come (multipart: file, field); kept for a day without one',
    limit: limitAnonymous,
    auth: 'anyone',
    params: publicFormParams,
    authorize: formToFill,
    receive: async ({ services, caller, params, request, incoming }) => {
      const form = await formToFill({ services, caller, params });
      await refuseWithoutFileField(services, form);
      const sender = senderHash(services, senderOf(request, caller));
      await refuseMoreWaiting(services.database, services, { formId: form.id, sender, size: 0 });
      return receiveFile(services, request.raw, incoming);
    },
    handle: ({ services, caller, request, authorized, received }) =>
      keepAnswerFile(services, authorized, received, {
        sender: senderHash(services, senderOf(request, caller)),
      }),
    status: 201,
    answers: receivedFile,
  }),
];
