/** The state of background work. The queue itself is graphile-worker's, in a schema of its own (docs/decisions/0033). */
export const jobs = [
  // What the people who wait for a job are shown of it.
  `create table job (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    item_id uuid references item on delete cascade,
    task text not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
    progress real,
    done integer not null default 0,
    rejected integer not null default 0,
    reason text,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index job_item on job (item_id)',

  // The outcome of a mail. Whom it is for and what it says is only in its job, encrypted.
  `create table outgoing_mail (
    id uuid primary key,
    template text not null,
    state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'expired')),
    -- The mail server's reply (RFC 5321 §4.2).
    reply_code integer,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  'create index outgoing_mail_ended on outgoing_mail (ended_at)',
];
