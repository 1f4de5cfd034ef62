import type { FastifyRequest } from 'fastify';
import { signToken } from '#server/platform/crypto/token.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import { insertSession } from './session.repo.ts';

/**
 * Opens a session for an account whose user has proved who they are, on the requesting device; returns its
 * token.
 */
export async function signIn(
  services: Services,
  database: Database | Transaction,
  userId: string,
  request: FastifyRequest,
): Promise<string> {
  const sessionId = await insertSession(database, {
    userId,
    userAgent: request.headers['user-agent'] ?? '',
    address: request.ip,
  });
  return signToken(services.signingKey, sessionId);
}
