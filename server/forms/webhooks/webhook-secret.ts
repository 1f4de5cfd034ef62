import { createHmac, randomBytes } from 'node:crypto';
import { decryptText, encryptText } from '#server/platform/crypto/encrypted-text.ts';
import type { Services } from '#server/platform/services.ts';

const SECRET_BYTES = 32;

const sealedFor = (webhookId: string) => ({ purpose: 'webhook secret', belongsTo: webhookId });

/** A secret to sign deliveries with: shown once, stored encrypted. */
export function createWebhookSecret(
  { signingKey }: Pick<Services, 'signingKey'>,
  webhookId: string,
): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { secret, sealed: encryptText(signingKey, sealedFor(webhookId), secret) };
}

/**
 * The value of `Hubkeep-Signature`: `t=<seconds>,v1=<hex>`, an HMAC-SHA256 of `<seconds>.<body>`; one more
 * `v1` for each secret that is still valid.
 */
export function signWebhookBody(secrets: readonly string[], seconds: number, body: string): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  );
  return [`t=${seconds}`, ...signatures].join(',');
}

export function decryptWebhookSecret(
  { signingKey }: Pick<Services, 'signingKey'>,
  webhookId: string,
  sealed: string,
): string {
  return decryptText(signingKey, sealedFor(webhookId), sealed);
}
