import type { Generated } from 'kysely';
import type { Time, TimeNow } from './column-types.ts';

/** Accounts, and how they sign in. */
export type AccountTables = {
  app_user: UserTable;
  session: SessionTable;
  known_device: KnownDeviceTable;
  password_reset: PasswordResetTable;
  email_proof: EmailProofTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  identity: IdentityTable;
  identity_claim: IdentityClaimTable;
};

type UserTable = {
  id: string;
  email: string;
  /** The address in the form in which its spellings are the same. */
  email_key: string;
  password_hash: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  about: Generated<string>;
  profile_role: string | null;
  avatar_sha256: string | null;
  is_email_verified: Generated<boolean>;
  active_hub_id: string | null;
  created_at: TimeNow;
  updated_at: TimeNow;
};

type SessionTable = {
  id: string;
  user_id: string;
  user_agent: Generated<string>;
  address: Generated<string>;
  created_at: TimeNow;
  last_seen_at: TimeNow;
  expires_at: Time;
  /** Why it was ended (`SessionEndReason`); null while it is active, and where it just expired. */
  ended_because: string | null;
};

type KnownDeviceTable = { user_id: string; device_hash: string; last_seen_at: TimeNow };

type PasswordResetTable = {
  token_hash: string;
  user_id: string;
  created_at: TimeNow;
  expires_at: Time;
  was_mailed: Generated<boolean>;
};

type EmailProofTable = {
  user_id: string;
  email: string;
  code_hash: string;
  tries: Generated<number>;
  created_at: TimeNow;
  expires_at: Time;
};

type SecondFactorTable = {
  user_id: string;
  /** Encrypted (`server/platform/crypto/encrypted-text.ts`). */
  secret: string;
  used_step: Generated<number>;
  created_at: TimeNow;
  confirmed_at: Time | null;
};

type RecoveryCodeTable = { user_id: string; code_hash: string; used_at: Time | null };

/** Whom a provider of single sign-on knows an account as. */
type IdentityTable = {
  id: string;
  user_id: string;
  issuer: string;
  subject: string;
  /** As the provider said at the last sign-in. */
  email: string;
  created_at: TimeNow;
  last_used_at: TimeNow;
  /** Null until the owner of the account has proved that it is theirs. */
  confirmed_at: Time | null;
};

/** What a provider said at the last sign-in, of the claims that groups' rules name. */
type IdentityClaimTable = { identity_id: string; name: string; value: string };
