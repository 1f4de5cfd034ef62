/** Webhooks and their deliveries. */
export const webhooks = [
  `create table webhook (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    -- Null for one that is sent the events of all forms of the hub.
    form_id uuid references form on delete cascade,
    url text not null,
    description text not null default '',
    events text[] not null,
    secret_sealed text not null,
    -- After a rotation, deliveries carry a signature by the old secret too, until then.
    old_secret_sealed text,
    old_secret_until timestamptz,
    is_active boolean not null default true,
    -- Since when every delivery has failed.
    failing_since timestamptz,
    -- It could not be reached: nothing is sent to it before then.
    retry_at timestamptz,
    disabled_at timestamptz,
    disabled_reason text check (disabled_reason in ('failing', 'maker_lost_access', 'by_hand')),
    disabled_by uuid references app_user,
    revision integer not null default 1,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index webhook_of_hub on webhook (hub_id, form_id)',
  'create index webhook_of_form on webhook (form_id) where form_id is not null',

  // It holds ids alone: what is sent is read when it is sent.
  `create table webhook_delivery (
    id uuid primary key,
    webhook_id uuid not null references webhook on delete cascade,
    -- One for all webhooks that are sent an event, and for each attempt.
    event_id uuid not null,
    event text not null,
    form_id uuid,
    submission_id uuid,
    state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
    tries integer not null default 0,
    -- Of the last attempt.
    status integer,
    ms integer,
    error text,
    next_try_at timestamptz,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  'create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, id desc)',
  'create index webhook_delivery_old on webhook_delivery (created_at)',
];
