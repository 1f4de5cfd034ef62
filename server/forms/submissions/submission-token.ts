import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const SECRET_BYTES = 24;

const hashOf = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest();

/**
 * The token by which a submitter returns to a submission: its id and a secret, of which only the hash is
 * stored. It is put into the fragment of an address, which no server receives.
 */
export function createSubmissionToken(submissionId: string): { token: string; hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES);
  const id = Buffer.from(submissionId.replaceAll('-', ''), 'hex');
  return { token: Buffer.concat([id, secret]).toString('base64url'), hash: hashOf(secret) };
}

/** The contents of a token; null for an invalid one. */
export function parseSubmissionToken(token: string): { submissionId: string; hash: Buffer } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + SECRET_BYTES) return null;
  const hex = bytes.subarray(0, ID_BYTES).toString('hex');
  const submissionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { submissionId, hash: hashOf(bytes.subarray(ID_BYTES)) };
}

/** Whether a hash is the stored one. */
export function tokenHashMatches(stored: Buffer | null, presented: Buffer): boolean {
  return stored !== null && stored.length === presented.length && timingSafeEqual(stored, presented);
}
