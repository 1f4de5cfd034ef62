import { randomBytes } from 'node:crypto';
import type { GetServerSidePropsContext, GetServerSidePropsResult } from 'next';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { sessionEndReasonIn } from '#components/layout/page-session.ts';
import type { PageApiInit, PageRequest } from '#lib/browser/page-request.ts';
import type { PostedSubmission, SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import { signInPath } from '#lib/browser/sign-in-path.ts';
import type { PublicForm } from '#lib/contract/public-form.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { readFormData } from '#lib/fields/from-form-data.ts';
import { loadParsers } from '#lib/fields/load-parsers.ts';
import { validate } from '#lib/fields/validate.ts';
import { acceptedLanguages } from '#lib/forms/accepted-languages.ts';
import { customMessages } from '#lib/forms/custom-messages.ts';
import { type FormLayout, NO_LAYOUT } from '#lib/forms/layout.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import { isDarkTheme, readTheme, themeVariables } from '#lib/forms/theme.ts';
import { matchLanguage } from '#lib/forms/translations.ts';
import type { MessageCatalog } from '#lib/text/inline-messages.ts';
import { FILL_LOCALES, fillMessagesFor, wholeTag } from '#locales/fill/index.ts';
import { FILL_SOURCE } from '#locales/fill/source.ts';
import type { PageApi } from '#services/api.ts';
import type { FillData, FillTheme } from './fill-data.ts';

// Values in an address are validated like submissions on the server.
loadParsers();

/** Parameters of the page itself; all others are values of fields. */
const OWN_PARAMETERS = new Set(['embed', 'lang', 'sent', 'slug']);

/** A file can only be chosen by the user, never by an address. */
function withoutFiles(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields
    .filter(({ type }) => type !== 'file')
    .map((field) => (field.fields ? { ...field, fields: withoutFiles(field.fields) } : field));
}

const optional = ({ visible_if, required_if, ...field }: FieldDefinition): FieldDefinition => ({
  ...field,
  required: false,
  ...(field.fields ? { fields: field.fields.map(optional) } : {}),
});

/**
 * The values in an address: `?name=Ada&people[0].mail=a@b.example`, also of hidden fields. Unknown parameters are
 * ignored, invalid values are left out.
 */
export function prefillFromQuery(
  fields: readonly FieldDefinition[],
  query: string,
  writtenIn: InputFormat = {},
  country: string | null = null,
): Values {
  const entries = [...new URLSearchParams(query)].filter(([name]) => !OWN_PARAMETERS.has(name));
  if (entries.length === 0) return {};
  const { values } = readFormData(withoutFiles(fields), entries, writtenIn);
  const taken = fields.filter((field) => {
    if (!Object.hasOwn(values, field.name)) return false;
    return validate([optional(field)], { [field.name]: values[field.name] }, { country }).ok;
  });
  return Object.fromEntries(taken.map(({ name }) => [name, values[name]]));
}

/** Texts of a layout as HTML, by the id of their page or block; texts that can't be rendered stay plain. */
async function htmlOf(
  { pages }: FormLayout,
  render: PageRequest['renderTexts'],
): Promise<Record<string, string>> {
  const texts = pages.flatMap((page) => [
    [page.id, page.text] as const,
    ...page.blocks.flatMap((block) =>
      block.kind === 'section' || block.kind === 'text' ? [[block.id, block.text] as const] : [],
    ),
  ]);
  const written = texts.flatMap(([id, text]) => (text ? [{ id, text }] : []));
  const html = written.length > 0 ? await render(written.map(({ text }) => text)) : null;
  return html ? Object.fromEntries(written.map(({ id }, index) => [id, html[index] ?? ''])) : {};
}

function themeOf(form: PublicForm, pictures: string): FillTheme | null {
  const picture = (id: string) => `${pictures}${encodeURIComponent(id)}/`;
  const theme = readTheme(form.settings.theme);
  if (!theme) return null;
  return {
    variables: themeVariables(theme),
    isDark: isDarkTheme(theme),
    cover: theme.cover ? picture(theme.cover) : null,
    logo: theme.logo ? picture(theme.logo) : null,
  };
}

function nameOf(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}

async function formIn(api: PageApi, slug: string, wanted: readonly string[]) {
  const path = `public/forms/${encodeURIComponent(slug)}/` as const;
  // A form that was opened by a share link is filled at the form's own address.
  const init = { openedLinks: true };
  const own = await api(path, init);
  if (!own.ok) return own;
  const language = matchLanguage(wanted, own.data.languages);
  if (!language || language === own.data.language) return own;
  return api(`${path}?language=${encodeURIComponent(language)}`, init);
}

/** A posted submission with its problems in these messages; problems of a field are formatted by its editor. */
function withMessages(posted: PostedSubmission, messages: MessageCatalog): PostedSubmission {
  const { code, problem, retryAfter, errors, ownCodes } = posted;
  const own = Object.entries(ownCodes).map(([path, code]) => {
    const [message = ''] = errors[path] ?? [];
    return [path, [refusalMessage({ code, message }, messages)]];
  });
  return {
    ...posted,
    problem: problem === null ? null : refusalMessage({ code, message: problem, retryAfter }, messages),
    errors: { ...errors, ...Object.fromEntries(own) },
  };
}

/** The page's messages in the language of the form, overridden by the form's own. */
function messagesFor({ language, own_messages }: PublicForm): MessageCatalog {
  const known = fillMessagesFor(language);
  const own = customMessages(own_messages, FILL_SOURCE);
  if (Object.keys(own).length === 0) return known;
  return { language: wholeTag(language, known.language), messages: { ...known.messages, ...own } };
}

/** The result of a submission that was posted without a script, with its confirmation as HTML. */
async function sentOf(request: PageRequest, slug: string): Promise<SubmissionConfirmation | null> {
  const sent = request.postedConfirmation(slug);
  if (!sent?.confirmation) return sent;
  const [html] = (await request.renderTexts([sent.confirmation])) ?? [];
  return html === undefined ? sent : { ...sent, confirmation_html: html };
}

const EMPTY_FORM: FillData['definition'] = {
  version: 0,
  title: '',
  description: '',
  language: 'en',
  fields: [],
  layout: NO_LAYOUT,
};

/**
 * The data of a form's page; reveals nothing about a form that the visitor may not see.
 * @throws PageFailure when the API failed (408, 429, 5xx): the error page has its status
 */
export async function loadFill(
  context: GetServerSidePropsContext,
): Promise<GetServerSidePropsResult<FillData>> {
  const { req, res, query, params } = context;
  const request = req.hubkeep;
  if (!request) throw new Error('Pages are served by the server in server/main.ts');
  res.setHeader('Cache-Control', 'private, no-store');
  const slug = typeof params?.slug === 'string' ? params.slug : '';
  const chosen = typeof query.lang === 'string' ? query.lang : null;
  const wanted = chosen ? [chosen] : acceptedLanguages(req.headers['accept-language']);
  const api: PageApi = (path: string, init?: PageApiInit) => request.api<never>(path, init);
  const nobody: PageApi = (path: string, init?: PageApiInit) =>
    request.api<never>(path, { ...init, isAnonymous: true });
  const [person, first] = await Promise.all([
    request.signedIn ? api('auth/me/') : null,
    formIn(api, slug, wanted),
  ]);
  /** The browser's session has ended: a public form can be filled all the same, another requires signing in. */
  const hasEnded = !first.ok && first.status === 401;
  const response = hasEnded ? await formIn(nobody, slug, wanted) : first;
  if (hasEnded && !response.ok && response.status === 404) {
    request.clearSession();
    const destination = signInPath(context.resolvedUrl, sessionEndReasonIn(first.data));
    return { redirect: { destination, permanent: false } };
  }

  const pictures = `${request.config.apiHost}/api/v1/public/forms/${encodeURIComponent(slug)}/pictures/`;
  const common = {
    slug,
    pictures,
    signedIn: request.signedIn && !hasEnded,
    account: person?.ok ? person.data.id : '',
    isEmbedded: query.embed === '1',
    address: `${request.config.publicUrl}/f/${slug}`,
    submissionKey: randomBytes(18).toString('base64url'),
  };
  const messageLanguage = matchLanguage(wanted, Object.keys(FILL_LOCALES)) ?? 'en';
  const bare = {
    ...common,
    messages: fillMessagesFor(messageLanguage),
    definition: EMPTY_FORM,
    writtenIn: {},
    opensAt: null,
    closesAt: null,
    hidden: 'drop' as const,
    challenge: null,
    country: null,
    languages: [],
    theme: null,
    html: {},
    linkId: null,
    isIndexed: false,
    prefilled: {},
    posted: null,
    sent: null,
    isSent: false,
  };
  if (!response.ok) {
    if (response.code === 'form_not_published') {
      request.language = bare.messages.language;
      return { props: { ...bare, state: 'unpublished' } };
    }
    dataOrNull(response);
    return { notFound: true };
  }

  const form = response.data;
  const { version, title, description, language, fields, layout, settings } = form;
  request.language = language;
  const messages = messagesFor(form);
  const writtenIn = { locale: form.locale, ...(form.time_zone ? { timeZone: form.time_zone } : {}) };
  if (settings.embed_origins.length > 0) request.allowFraming(settings.embed_origins);
  return {
    props: {
      ...bare,
      messages,
      writtenIn,
      definition: { version, title, description, language, fields, layout },
      state: form.state,
      opensAt: settings.opens_at,
      closesAt: settings.closes_at,
      hidden: settings.hidden_values,
      challenge: form.challenge,
      country: form.country,
      languages: form.languages.map((tag) => ({ tag, name: nameOf(tag) })),
      theme: themeOf(form, pictures),
      html: await htmlOf(layout, request.renderTexts),
      linkId: form.link_id,
      isIndexed: form.indexed,
      prefilled: prefillFromQuery(fields, req.url?.split('?')[1] ?? '', writtenIn, form.country),
      posted: request.posted ? withMessages(request.posted, messages) : null,
      sent: query.sent === '1' ? await sentOf(request, slug) : null,
      isSent: query.sent === '1',
    },
  };
}
