import { randomUUID } from 'node:crypto';
import type { HubRole } from '#lib/access/roles.ts';
import type { SignedIn } from '#lib/contract/account.ts';
import { PROFILE_ROLES } from '#lib/contract/profile-roles.ts';
import { normalizedEmail } from '#lib/text/email.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';
import { loadSigningKey } from '#server/platform/crypto/signing-key.ts';
import { SESSION_SECONDS, signToken } from '#server/platform/crypto/token.ts';
import {
  type Connection,
  type Database,
  openDatabase,
  openPool,
} from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';

/** A password that every rule accepts. */
export const PASSWORD = 'Boathouse-7';

/** A server under test whose database this process can write to. */
type Target = { database: Database; key: Uint8Array };

const targets = new Map<string, Target>();
let passwordHash: Promise<string> | undefined;

export type InsertedAccount = { email: string; first_name: string; last_name: string; profile: boolean };

/**
 * Lets the accounts of this server be created in its database: an account is what most tests begin with, and
 * registering by requests is most of what they would spend (docs/decisions/0109-accounts-and-workers-of-tests.md).
 * @returns ends that
 */
export async function insertAccountsInto(
  url: string,
  connection: Connection,
  secret: { secretKey: string | null; dataDir: string },
): Promise<() => Promise<void>> {
  const pool = openPool(connection, 1);
  // A process that ends does not wait for this connection.
  pool.options.allowExitOnIdle = true;
  const database = openDatabase(pool);
  targets.set(url, { database, key: await loadSigningKey(secret) });
  return async () => {
    targets.delete(url);
    await database.destroy();
  };
}

/** Whether `insertAccount` can create accounts of this server. */
export const canInsertAccounts = (url: string): boolean => targets.has(url);

/**
 * Creates an account with a session in the database of a server, and makes it a member of a hub where one is
 * given; throws when its address has an account.
 */
export async function insertAccount(
  url: string,
  { email, first_name, last_name, profile }: InsertedAccount,
  membership?: { hub_id: string; role: HubRole },
): Promise<SignedIn> {
  const target = targets.get(url);
  if (!target) throw new Error(`No accounts can be inserted into ${url}`);
  passwordHash ??= hashPassword(PASSWORD);
  const [password_hash, sessionId] = [await passwordHash, randomUUID()];
  const id = newId();
  const profile_role = profile ? (PROFILE_ROLES[0]?.code ?? null) : null;
  const hub = membership?.hub_id ?? null;
  const user = { id, email, first_name, last_name, profile_role };
  const expires_at = new Date(Date.now() + SESSION_SECONDS * 1000);
  // As this process registers itself.
  const device = { user_agent: 'node', address: '127.0.0.1' };
  let insertion = target.database
    .with('account', (run) =>
      run
        .insertInto('app_user')
        .values({ ...user, email_key: normalizedEmail(email), password_hash, active_hub_id: hub })
        .returning('id'),
    )
    .with('signed_in', (run) =>
      run
        .insertInto('session')
        .values({ id: sessionId, user_id: id, expires_at, ...device })
        .returning('id'),
    );
  if (membership) {
    insertion = insertion.with('joined', (run) =>
      run
        .insertInto('membership')
        .values({ ...membership, user_id: id })
        .returning('user_id as id'),
    );
  }
  await insertion.selectFrom('account').select('id').executeTakeFirstOrThrow();
  return {
    token: await signToken(target.key, sessionId),
    user: {
      ...user,
      current_step: first_name && profile_role ? 'organization' : 'profile',
      organization: null,
      active_organization: null,
      organization_list: [],
      about: '',
      avatar_url: null,
      is_email_verified: false,
    },
  };
}
