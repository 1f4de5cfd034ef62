import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { OpenedDraft, SavedDraft, saveDraftRequest } from '#lib/contract/form-draft.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { decryptText, encryptText } from '#server/platform/crypto/encrypted-text.ts';
import { conflict, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { deleteDraft, findDraftRow, insertDraft, updateDraft } from './form-draft.repo.ts';

type Draft = z.output<typeof saveDraftRequest>;
type DraftInput = Pick<Services, 'database' | 'signingKey'>;

const TOKEN_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{32}$/;

/** The most drafts that one form stores: flooding it fills no disk. */
const MOST_OF_FORM = 10_000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token is half of the key: what the database and the server store is not enough to decrypt a draft. */
const keyOf = ({ signingKey }: Pick<Services, 'signingKey'>, token: string): Buffer =>
  createHmac('sha256', signingKey).update(`form draft\0${token}`).digest();

const sealedFor = (formId: string) => ({ purpose: 'form draft', belongsTo: formId });

const sealedDraft = (services: DraftInput, formId: string, token: string, draft: Draft) => ({
  token_hash: hashOf(token),
  form_id: formId,
  content_sealed: encryptText(keyOf(services, token), sealedFor(formId), JSON.stringify(draft)),
});

const gone = () => notFound('This draft');

/** Stores the values entered so far. @throws ApiError 409 where the form has the maximum number of drafts. */
export async function createFormDraft(
  services: DraftInput,
  form: Authorized<FormView, 'form.submit'>,
  draft: Draft,
): Promise<SavedDraft> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const until = await insertDraft(
    services.database,
    sealedDraft(services, form.id, token, draft),
    MOST_OF_FORM,
  );
  if (!until) {
    throw conflict('drafts_full', 'This form keeps as many unfinished answers as it can. Finish it here.');
  }
  return { token, expires_at: until.toISOString() };
}

/** Stores them under the same link. @throws ApiError 404 for a link that has expired. */
export async function saveFormDraft(
  services: DraftInput,
  form: Authorized<FormView, 'form.submit'>,
  token: string,
  draft: Draft,
): Promise<SavedDraft> {
  if (!TOKEN.test(token)) throw gone();
  const until = await updateDraft(services.database, sealedDraft(services, form.id, token, draft));
  if (!until) throw gone();
  return { token, expires_at: until.toISOString() };
}

/**
 * The entered values, for the holder of the link. @throws ApiError 404 for another one, or one that has
 * expired.
 */
export async function readFormDraft(
  services: DraftInput,
  form: Authorized<FormView, 'form.view'>,
  token: string,
): Promise<OpenedDraft> {
  if (!TOKEN.test(token)) throw gone();
  const row = await findDraftRow(services.database, form.id, hashOf(token));
  if (!row) throw gone();
  const draft: Draft = JSON.parse(
    decryptText(keyOf(services, token), sealedFor(form.id), row.content_sealed),
  );
  return { ...draft, expires_at: row.expires_at.toISOString() };
}

/** Deletes a draft, as when it was submitted; a missing one is no error. */
export async function deleteFormDraft(
  { database }: Pick<Services, 'database'>,
  formId: string,
  token: string | undefined,
): Promise<void> {
  if (token && TOKEN.test(token)) await deleteDraft(database, formId, hashOf(token));
}
