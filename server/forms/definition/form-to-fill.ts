import type { FastifyRequest } from 'fastify';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { counter, type Limit, reserve } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { type FormView, formBySlug } from './form.repo.ts';
import { notTaken, stateByClock } from './form-state.ts';

/** docs/contract.md §2: anonymous submissions from one address. */
const ANONYMOUS: Limit = { name: 'anonymous-submission', most: 600, seconds: 60 };

type Asked = { services: Services; caller: Caller; params: { slug: string } };

/** A form that may be answered, also while it takes no answers; one in the trash is gone for everybody. */
export async function formToSee({
  services,
  caller,
  params,
}: Asked): Promise<Authorized<FormView, 'form.view'>> {
  const form = authorizeForm(await formBySlug(services.database, caller, params.slug), 'form.view');
  if (form.trashed_at) throw notFound('This form');
  return form;
}

/** The same, where it takes answers at this moment; an archive takes none. */
export async function formToFill(asked: Asked): Promise<Authorized<FormView, 'form.submit'>> {
  const form = await formToSee(asked);
  const state = stateByClock(form);
  if (state !== 'open') throw notTaken(state);
  return authorizeForm<FormView, 'form.submit'>(form, 'form.submit');
}

/** Counts an answer that is sent by nobody in particular. @throws ApiError 429. */
export async function countAnonymous(services: Services, request: FastifyRequest): Promise<void> {
  await reserve(services, [counter(ANONYMOUS, clientAddress(request.ip))]);
}

/** The same for a route of the API, where a header that names no session is refused next. @throws ApiError 429. */
export async function limitAnonymous({
  services,
  request,
}: {
  services: Services;
  request: FastifyRequest;
}): Promise<void> {
  if (!request.headers.authorization) await countAnonymous(services, request);
}
