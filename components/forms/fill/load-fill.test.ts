import type { GetServerSidePropsContext } from 'next';
import { expect, it } from 'vitest';
import { pageFailureStatus } from '#components/layout/page-failure.ts';
import { loadFill } from './load-fill.ts';

/** A visitor's request for a form, to which the API responds with this status. */
function contextOf(status: number): GetServerSidePropsContext {
  const hubkeep = {
    signedIn: false,
    config: { apiHost: '', publicUrl: '' },
    api: async () => ({ ok: false, status, code: 'refused', message: 'Refused' }),
  };
  const partial: unknown = {
    req: { hubkeep, headers: {} },
    res: { setHeader: () => undefined },
    query: {},
    params: { slug: 'order' },
    resolvedUrl: '/f/order',
  };
  return partial as GetServerSidePropsContext;
}

it('says that a form is not there only where the API says so', async () => {
  await expect(loadFill(contextOf(404))).resolves.toEqual({ notFound: true });
});

it.each([408, 429, 500, 503])('fails with the status of the API when that is %i', async (status) => {
  const error = await loadFill(contextOf(status)).catch((thrown: unknown) => thrown);
  expect(pageFailureStatus(error)).toBe(status);
});
