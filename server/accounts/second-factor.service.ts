import type { FastifyRequest } from 'fastify';
import type { RecoveryCodes, SecondFactorStart, SecondFactorState } from '#lib/contract/second-factor.ts';
import type { Account } from '#server/access/identity/account.repo.ts';
import { requireAccount } from '#server/access/identity/account.repo.ts';
import { notifyAccountOwner } from '#server/access/identity/account-mail.ts';
import { requireCurrentPassword } from '#server/access/identity/password-verification.ts';
import { inTransaction } from '#server/api/route.ts';
import { decryptText, encryptText } from '#server/platform/crypto/encrypted-text.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError, conflict, invalid } from '#server/platform/http/api-error.ts';
import { type Counter, consumeLimits, refundLimits } from '#server/platform/rate-limit/limits.ts';
import { proofCounters } from '#server/platform/rate-limit/sign-in-limits.ts';
import type { Services } from '#server/platform/services.ts';
import {
  confirmSecondFactorRow,
  consumeRecoveryCode,
  consumeTotpStep,
  countRecoveryCodes,
  deleteSecondFactor,
  insertPendingFactor,
  secondFactorOf,
  setRecoveryCodes,
} from './second-factor.repo.ts';
import { generateTotpSecret, matchingTotpStep, otpauthUrl, qrCodePath } from './totp.ts';
import { generateCode, hashCode } from './verification-code.ts';

const RECOVERY_CODES = 10;
/** Longer than an authenticator's six, to distinguish the two, and still a code of the contract. */
const RECOVERY_DIGITS = 12;
const PURPOSE = 'recovery';

const WRONG_CODE = 'This code is not right, or was used already. Wait for the next one and try again.';

const sealedFor = (userId: string) => ({ purpose: 'second factor', belongsTo: userId });

/** The kind of a valid code, or null for a wrong one. */
type Proved = 'authenticator' | 'recovery code' | null;

/** Verifies a code and uses it up: none is accepted twice, not even by concurrent requests. */
async function proveCode(
  services: Pick<Services, 'signingKey'>,
  database: Database | Transaction,
  userId: string,
  { code, secret }: { code: string; secret: string },
): Promise<Proved> {
  if (code.length === RECOVERY_DIGITS) {
    const hash = hashCode(services.signingKey, PURPOSE, userId, code);
    return (await consumeRecoveryCode(database, userId, hash)) ? 'recovery code' : null;
  }
  const step = matchingTotpStep(decryptText(services.signingKey, sealedFor(userId), secret), code);
  return step !== null && (await consumeTotpStep(database, userId, step)) ? 'authenticator' : null;
}

/** The same with rate limits: counted before the comparison, refunded when the code is valid. */
async function proveCounted(
  services: Services,
  counters: readonly Counter[],
  userId: string,
  proof: { code: string; secret: string },
): Promise<Proved> {
  const tried = await consumeLimits(services, counters);
  const proved = await proveCode(services, services.database, userId, proof);
  if (proved) await refundLimits(services, tried);
  return proved;
}

/**
 * Requires the second factor after the password was verified.
 * @throws ApiError 401 without a code (`second_factor_required`) or with a wrong one (`wrong_code`), 429.
 */
export async function verifySecondFactor(
  services: Services,
  counters: readonly Counter[],
  account: Account,
  code: string | null | undefined,
): Promise<void> {
  const factor = await secondFactorOf(services.database, account.id);
  if (!factor?.confirmed_at) return;
  if (!code) {
    throw new ApiError(
      401,
      'second_factor_required',
      'Enter the code from your authenticator app, or a recovery code.',
    );
  }
  const proved = await proveCounted(services, counters, account.id, { code, secret: factor.secret });
  if (!proved) throw new ApiError(401, 'wrong_code', WRONG_CODE, { fields: { code: [WRONG_CODE] } });
  if (proved === 'recovery code') {
    await notifyAccountOwner(services, account, {
      to: account.email,
      template: 'recovery-code-used',
      values: { left: String(await countRecoveryCodes(services.database, account.id)) },
      link: `${services.config.publicUrl}/profile`,
    });
  }
}

export async function secondFactorState(services: Services, userId: string): Promise<SecondFactorState> {
  const factor = await secondFactorOf(services.database, userId);
  return {
    is_on: factor?.confirmed_at != null,
    since: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: factor?.confirmed_at ? await countRecoveryCodes(services.database, userId) : 0,
  };
}

const alreadyOn = () =>
  conflict('already_on', 'Your second factor is on already. Turn it off to set up another.');

/**
 * Creates a secret for an authenticator; sign-in requires it only once a first code was entered.
 * @throws ApiError 422 for a wrong password, 409 where one is active, 429.
 */
export async function startSecondFactor(
  services: Services,
  request: FastifyRequest,
  proof: { userId: string; password: string },
): Promise<SecondFactorStart> {
  const account = await requireCurrentPassword(services, request, { ...proof, field: 'password' });
  const secret = generateTotpSecret();
  const sealed = encryptText(services.signingKey, sealedFor(account.id), secret);
  if (!(await insertPendingFactor(services.database, account.id, sealed))) throw alreadyOn();
  const url = otpauthUrl(secret, account.email);
  return { secret, otpauth_url: url, qr: qrCodePath(url) };
}

/** Creates recovery codes; this is the only time they are shown. */
async function newRecoveryCodes(
  services: Services,
  trx: Transaction,
  userId: string,
): Promise<RecoveryCodes> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(generateCode(RECOVERY_DIGITS));
  const hashes = [...codes].map((code) => hashCode(services.signingKey, PURPOSE, userId, code));
  await setRecoveryCodes(trx, userId, hashes);
  return { recovery_codes: [...codes] };
}

/**
 * Activates the second factor, with a first code from the authenticator.
 * @throws ApiError 422 for a wrong code, 409 where none was started or one is active, 429.
 */
export async function confirmSecondFactor(
  services: Services,
  request: FastifyRequest,
  { userId, code }: { userId: string; code: string },
): Promise<RecoveryCodes> {
  const account = await requireAccount(services, userId);
  const factor = await secondFactorOf(services.database, userId);
  if (!factor) throw conflict('not_started', 'Begin with scanning the picture.');
  if (factor.confirmed_at) throw alreadyOn();
  const counters = proofCounters(request, account.email, null);
  const { secret } = factor;
  if ((await proveCounted(services, counters, userId, { code, secret })) !== 'authenticator') {
    throw invalid({ code: [WRONG_CODE] });
  }
  return inTransaction(services, async (trx) => {
    if (!(await confirmSecondFactorRow(trx, userId))) throw alreadyOn();
    const message = { to: account.email, template: 'second-factor-on', values: {} } as const;
    await notifyAccountOwner(services, account, message, { transaction: trx });
    return newRecoveryCodes(services, trx, userId);
  });
}

/** Requires both factors before the second one is changed. */
async function proveBoth(
  services: Services,
  request: FastifyRequest,
  proof: { userId: string; password: string; code: string },
): Promise<Account> {
  const account = await requireCurrentPassword(services, request, { ...proof, field: 'password' });
  const factor = await secondFactorOf(services.database, account.id);
  if (!factor?.confirmed_at) throw conflict('not_on', 'Your second factor is not on.');
  const counters = proofCounters(request, account.email, null);
  const enteredCode = { code: proof.code, secret: factor.secret };
  if (!(await proveCounted(services, counters, account.id, enteredCode)))
    throw invalid({ code: [WRONG_CODE] });
  return account;
}

/**
 * Creates new recovery codes; the previous ones become invalid.
 * @throws ApiError 422, 409, 429.
 */
export async function renewRecoveryCodes(
  services: Services,
  request: FastifyRequest,
  proof: { userId: string; password: string; code: string },
): Promise<RecoveryCodes> {
  const account = await proveBoth(services, request, proof);
  return inTransaction(services, (trx) => newRecoveryCodes(services, trx, account.id));
}

/**
 * Turns the second factor off; a recovery code is enough where the authenticator is lost.
 * @throws ApiError 422, 409, 429.
 */
export async function disableSecondFactor(
  services: Services,
  request: FastifyRequest,
  proof: { userId: string; password: string; code: string },
): Promise<void> {
  const account = await proveBoth(services, request, proof);
  await inTransaction(services, async (trx) => {
    await deleteSecondFactor(trx, account.id);
    const message = { to: account.email, template: 'second-factor-off', values: {} } as const;
    await notifyAccountOwner(services, account, message, { transaction: trx });
  });
}
