import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageRequest } from '#lib/browser/page-request.ts';

/** Responds with the page of the request's address. */
export type RenderPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  more?: Pick<PageRequest, 'posted'>,
) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The pages, once they are mounted: a server without them serves programs only. */
    pages: { render: RenderPage | null };
  }
}
