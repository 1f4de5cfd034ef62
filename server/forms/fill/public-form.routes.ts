import { type PublicForm, publicForm, publicFormParams, publicFormQuery } from '#lib/contract/public-form.ts';
import { submitRequest, submitResult, uploadedFormFile } from '#lib/contract/submit.ts';
import { fieldFileParts } from '#lib/contract/upload-parts.ts';
import { customMessageKey } from '#lib/forms/custom-messages.ts';
import { NO_LAYOUT } from '#lib/forms/layout.ts';
import { matchLanguage, type TranslationTexts } from '#lib/forms/translations.ts';
import { strongestLinkTo } from '#server/access/links/share-link.repo.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { route } from '#server/api/route.ts';
import { submissionsEvent } from '#server/api/write-events.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { formLocale } from '#server/forms/definition/form-locale.ts';
import { countryOf, parseFormSettings } from '#server/forms/definition/form-settings.ts';
import { currentFormState, formNotPublished } from '#server/forms/definition/form-state.ts';
import {
  findFormToFill,
  findPublicForm,
  limitAnonymousRequests,
} from '#server/forms/definition/form-to-fill.ts';
import { formInLanguage, languagesOf, publishedVersion } from '#server/forms/definition/version-cache.ts';
import { deleteFormDraft } from '#server/forms/drafts/form-draft.service.ts';
import { countSubmissionsUpTo } from '#server/forms/submissions/submission.repo.ts';
import { hashSender, refuseTooManyPendingFiles } from '#server/forms/uploads/pending-file-limits.ts';
import { refuseWithoutFileField, storeSubmissionFile } from '#server/forms/uploads/receive-file.ts';
import { receiveFieldFile } from '#server/items/uploads/receive-field-file.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { createChallenge } from './spam-challenge.ts';
import { submit } from './submit.ts';

/** The author's translations that replace the page's own messages. */
const customMessages = (texts: TranslationTexts = {}): TranslationTexts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith(customMessageKey(''))));

async function presentPublic(
  services: Services,
  caller: Caller,
  form: FormView,
  wanted: string | undefined,
): Promise<PublicForm> {
  if (form.published_version === null) throw formNotPublished();
  const own = await publishedVersion(services.database, form.id, form.published_version);
  if (!own) throw notFound('This form');
  const published = formInLanguage(own, matchLanguage(wanted ? [wanted] : [], languagesOf(own)));
  const settings = parseFormSettings(form);
  const { opens_at, closes_at, hidden_values, theme, spam, embed_origins, max_submissions: most } = settings;
  const byClock = currentFormState(form);
  const isFull =
    byClock === 'open' &&
    most !== null &&
    (await countSubmissionsUpTo(services.database, form.id, most)) >= most;
  const state = isFull ? 'full' : byClock;
  return {
    slug: form.slug,
    title: published.title,
    description: published.description,
    state,
    version: published.version,
    language: published.language,
    languages: languagesOf(own),
    own_messages: customMessages(own.translations[published.language]),
    country: countryOf(form),
    ...(await formLocale(services.database, form, published.language)),
    fields: state === 'open' ? published.fields : [],
    layout: state === 'open' ? published.layout : NO_LAYOUT,
    visibility: form.visibility,
    link_id: form.rank === null ? await strongestLinkTo(services.database, caller, form.scope_id) : null,
    indexed: form.hub_allows_indexing && form.visibility === 'public' && settings.listed,
    settings: { opens_at, closes_at, hidden_values, theme, spam, embed_origins },
    challenge: createChallenge(services, form.id, spam),
  };
}

export const publicFormRoutes = [
  route({
    method: 'GET',
    path: 'public/forms/:slug/',
    acceptsLinkCookie: true,
    summary: 'A published form, to be filled in by anybody who may see it',
    auth: 'anyone',
    params: publicFormParams,
    query: publicFormQuery,
    authorize: findPublicForm,
    handle: ({ services, caller, authorized, query }) =>
      presentPublic(services, caller, authorized, query.language),
    response: publicForm,
  }),
  route({
    method: 'POST',
    path: 'public/forms/:slug/submissions/',
    acceptsLinkCookie: true,
    summary: 'Submit a form, in the version that was filled in',
    limit: limitAnonymousRequests,
    auth: 'anyone',
    params: publicFormParams,
    body: submitRequest,
    authorize: findFormToFill,
    handle: async ({ services, caller, body, authorized }) => {
      const response = await submit(services, caller, authorized, body);
      await deleteFormDraft(services, authorized.id, body.meta?.draft);
      return response;
    },
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    status: 201,
    response: submitResult,
    refusalData: submitResult,
  }),
  route({
    method: 'POST',
    path: 'public/forms/:slug/files/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary:
      'Send a file for a submission that is to come (multipart: file, field); kept for a day without one',
    limit: limitAnonymousRequests,
    auth: 'anyone',
    params: publicFormParams,
    authorize: findFormToFill,
    receive: async ({ services, caller, params, request, incoming }) => {
      const form = await findFormToFill({ services, caller, params });
      await refuseWithoutFileField(services, form);
      const sender = hashSender(services, senderOf(request, caller));
      await refuseTooManyPendingFiles(services.database, services, { formId: form.id, sender, size: 0 });
      return receiveFieldFile(services, request.raw, incoming);
    },
    receives: { type: 'multipart/form-data', file: 'file', fields: fieldFileParts },
    handle: ({ services, caller, request, authorized, received }) =>
      storeSubmissionFile(services, authorized, received, {
        sender: hashSender(services, senderOf(request, caller)),
      }),
    status: 201,
    response: uploadedFormFile,
  }),
];
