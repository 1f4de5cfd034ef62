import { type Kysely, sql } from 'kysely';

/** Mail on its way, codes that prove an address, second factors, and what of them is told about a password's reset. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // What became of a mail. Whom it is for and what it says is only in its job, encrypted.
  `create table outgoing_mail (
    id uuid primary key,
    template text not null,
    state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'expired')),
    -- What the mail server said, as its number (RFC 5321 §4.2).
    reply_code integer,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  'create index outgoing_mail_ended on outgoing_mail (ended_at)',

  // The address that an account says is its own, or wants from now on, until a code from its mail proves it.
  `create table email_proof (
    user_id uuid primary key references app_user on delete cascade,
    email text not null,
    code_hash text not null,
    tries integer not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,

  // A link that came by mail proves the address too; one that the administrator handed over does not.
  'alter table password_reset add column was_mailed boolean not null default false',

  // An invitation whose link was only ever mailed proves, by its token, the address that it was mailed to.
  'alter table invite add column was_mailed boolean not null default false',

  `create table second_factor (
    user_id uuid primary key references app_user on delete cascade,
    -- Encrypted, with a key derived from the one that signs.
    secret text not null,
    -- The last time step (RFC 6238) whose code was used: none is taken twice.
    used_step bigint not null default 0,
    created_at timestamptz not null default now(),
    -- Null until a first code was given: only then it is asked for.
    confirmed_at timestamptz
  )`,
  `create table recovery_code (
    user_id uuid not null references app_user on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
];
