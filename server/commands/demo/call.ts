import type { FastifyInstance, InjectOptions } from 'fastify';

/** Calls the API in this process; POST by default. */
export type ApiCall = <T>(path: string, options?: Pick<InjectOptions, 'method' | 'payload'>) => Promise<T>;

/** Calls the API with a user's headers; a refusal is thrown with its message. */
export function createApiCaller(app: FastifyInstance, headers: Record<string, string>): ApiCall {
  return async <T>(path: string, options: Pick<InjectOptions, 'method' | 'payload'> = {}) => {
    const response = await app.inject({ method: 'POST', ...options, url: `/api/v1/${path}`, headers });
    const body: { data: T; message?: string } = response.json();
    if (response.statusCode >= 300) throw new Error(`The demo could not be filled: ${path}: ${body.message}`);
    return body.data;
  };
}
