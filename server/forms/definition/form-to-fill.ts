import type { FastifyRequest } from 'fastify';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { consumeLimits, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { type FormView, formBySlug } from './form.repo.ts';
import { currentFormState, formNotAccepting } from './form-state.ts';

/** docs/contract.md §2: anonymous submissions from one address. */
const ANONYMOUS: Limit = { name: 'anonymous-submission', most: 600, seconds: 60 };

type PublicFormContext = { services: Services; caller: Caller; params: { slug: string } };

/**
 * A form that may be filled, also while it takes no submissions; one in the trash is hidden from everybody.
 */
export async function findPublicForm({
  services,
  caller,
  params,
}: PublicFormContext): Promise<Authorized<FormView, 'form.view'>> {
  const form = authorizeForm(await formBySlug(services.database, caller, params.slug), 'form.view');
  if (form.trashed_at) throw notFound('This form');
  return form;
}

/** The same, where it takes submissions now; one in an archived space takes none. */
export async function findFormToFill(
  context: PublicFormContext,
): Promise<Authorized<FormView, 'form.submit'>> {
  const form = await findPublicForm(context);
  const state = currentFormState(form);
  if (state !== 'open') throw formNotAccepting(state);
  return authorizeForm<FormView, 'form.submit'>(form, 'form.submit');
}

/** Counts a submission of a visitor. @throws ApiError 429. */
export async function countAnonymousRequest(services: Services, request: FastifyRequest): Promise<void> {
  await consumeLimits(services, [limitCounter(ANONYMOUS, clientAddress(request.ip))]);
}

/** The same for a route of the API, where a header that names no session is refused next. @throws ApiError 429. */
export async function limitAnonymousRequests({
  services,
  request,
}: {
  services: Services;
  request: FastifyRequest;
}): Promise<void> {
  if (!request.headers.authorization) await countAnonymousRequest(services, request);
}
