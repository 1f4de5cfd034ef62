import type { RefObject } from 'react';
import type { OpenedDraft } from '#lib/contract/form-draft.ts';
import type { PublicForm } from '#lib/contract/public-form.ts';
import { fillStorage } from './browser-storage.ts';
import type { FillData, Filled, InitialFill } from './fill-data.ts';
import { draftContent, type FillDraft, findFillDraft } from './fill-draft.ts';
import { type Challenge, callApi } from './send-submission.ts';
import { newSubmissionKey } from './submission-key.ts';
import { transferCountries, transferValues } from './transfer-values.ts';

/** How filling the form starts, and the notice that is shown. */
export type FillStart = {
  beginning: InitialFill;
  /** The idempotency key of this submission. */
  key: string;
  /** The token of the same draft on the server. */
  draftToken: string;
  notice: 'restored' | 'restored_link' | 'continue_gone' | 'taken_over' | null;
  /** A draft of another version, which can be continued in that version. */
  older: FillDraft | null;
};

const clean = { errors: {}, problem: null };

/** The initial state that the server rendered: a posted and refused submission, else the values from the address. */
export function initialFillOf({
  definition,
  posted,
  prefilled,
}: Pick<FillData, 'definition' | 'posted' | 'prefilled'>): InitialFill {
  if (!posted) return { definition, values: prefilled, countries: {}, defaults: true, page: '', ...clean };
  const { values, countries, errors, details, problem } = posted;
  return { definition, values, countries, defaults: false, page: '', errors, details, problem };
}

/** Starts without a draft. */
export const emptyStart = (data: FillData, notice: FillStart['notice']): FillStart => ({
  beginning: initialFillOf(data),
  key: newSubmissionKey(),
  draftToken: '',
  notice,
  older: null,
});

/** Restores a draft of this browser. */
function restored(data: FillData, draft: FillDraft, notice: FillStart['notice']): FillStart {
  const { definition, prefilled } = data;
  const isSame = draft.version === definition.version;
  const { values: restoredValues, countries } = draftContent(draft, definition.fields, definition.version);
  const values = { ...prefilled, ...restoredValues };
  return {
    beginning: { definition, values, countries, defaults: !isSame, page: draft.page, ...clean },
    key: draft.key || newSubmissionKey(),
    draftToken: draft.token ?? '',
    notice: isSame ? notice : 'taken_over',
    older: !isSame && draft.asked ? draft : null,
  };
}

/** Restores a draft in its own version. */
export function continueDraft(
  draft: FillDraft,
  { definition }: { definition: FillData['definition'] },
): FillStart {
  const own = draft.asked ?? definition;
  return {
    beginning: {
      definition: own,
      values: draft.values,
      countries: draft.countries ?? {},
      defaults: false,
      page: draft.page,
      ...clean,
    },
    key: draft.key || newSubmissionKey(),
    draftToken: draft.token ?? '',
    notice: null,
    older: null,
  };
}

const isFilled = ({ values }: FillDraft) => Object.keys(values).length > 0;

/** The start of this visit: a link from another device, a draft of this browser, or neither (null). */
export async function resolveFillStart(data: FillData, continueToken: string): Promise<FillStart | null> {
  const { slug, definition, posted, signedIn } = data;
  const own = findFillDraft(fillStorage(data.account), slug, definition.version);
  if (continueToken) {
    const opened = await callApi<OpenedDraft>({
      path: `public/forms/${slug}/drafts/`,
      headers: { 'draft-token': continueToken },
      signedIn,
    });
    if (opened.kind === 'done') {
      const { version, values, countries = {}, page = '', language = '', key = '' } = opened.data;
      const draft: FillDraft = { version, values, countries, page, language, key, token: continueToken };
      return restored(data, draft, 'restored_link');
    }
    return own && isFilled(own) ? restored(data, own, 'continue_gone') : emptyStart(data, 'continue_gone');
  }
  if (posted || !own || !isFilled(own)) return null;
  return restored(data, own, 'restored');
}

/** The currently published version; null when the server is unreachable. */
export async function getPublishedVersion({ slug, signedIn }: FillData): Promise<number | null> {
  const form = await callApi<PublicForm>({ path: `public/forms/${slug}/`, signedIn });
  return form.kind === 'done' ? form.data.version : null;
}

/** Continues in the latest published version, with the values that still fit; null when the server is unreachable. */
export async function startInLatestVersion(
  { slug, signedIn }: FillData,
  start: FillStart,
  /** The current input: also what is typed until the version is there. */
  now: Readonly<RefObject<Filled>>,
): Promise<{ start: FillStart; challenge: Challenge } | null> {
  const { definition } = start.beginning;
  const form = await callApi<PublicForm>({
    path: `public/forms/${slug}/?language=${encodeURIComponent(definition.language)}`,
    signedIn,
  });
  if (form.kind !== 'done') return null;
  const { version, title, description, fields, layout, language, challenge } = form.data;
  const beginning: InitialFill = {
    definition: { version, title, description, fields, layout, language },
    values: transferValues(now.current.values, definition.fields, fields),
    countries: transferCountries(now.current.countries, definition.fields, fields),
    defaults: true,
    page: '',
    details: [],
    ...clean,
  };
  return { start: { ...start, beginning, notice: 'taken_over', older: null }, challenge };
}
