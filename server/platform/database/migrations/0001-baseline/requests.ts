/** What the HTTP interface remembers of requests: rate limits and idempotency keys. */
export const requests = [
  `create table attempt (
    key text primary key,
    count integer not null,
    ends_at timestamptz not null
  )`,

  `create table idempotent_answer (
    caller text not null,
    route text not null,
    key text not null,
    body_hash text not null,
    -- Of the response to the first request; null while that is at work.
    status integer,
    -- Encrypted: a response may hold what is shown only once.
    body text,
    created_at timestamptz not null default now(),
    primary key (caller, route, key)
  )`,
];
