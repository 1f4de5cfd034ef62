import {
  Ellipsis,
  KeyRound,
  ListOrdered,
  Plus,
  Power,
  Send,
  Trash2,
  Webhook as WebhookIcon,
} from 'lucide-react';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useForm } from '#components/account/use-form.ts';
import { Badge } from '#components/common/Badge.tsx';
import { Button, IconButton } from '#components/common/Button.tsx';
import { Confirm } from '#components/common/Confirm.tsx';
import { CopyLink } from '#components/common/CopyLink.tsx';
import { EntryLine, EntryList, RoundMark } from '#components/common/EntryLine.tsx';
import { ErrorState } from '#components/common/ErrorState.tsx';
import { TextField } from '#components/common/Field.tsx';
import { failureText } from '#components/common/failure-text.tsx';
import { Loaded } from '#components/common/Loaded.tsx';
import { Menu } from '#components/common/Menu.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { RelativeTime } from '#components/common/RelativeTime.tsx';
import { useToast } from '#components/common/Toaster.tsx';
import { Section } from '#components/settings/Section.tsx';
import { fieldProblems } from '#components/space/field-problems.ts';
import {
  createWebhookRequest,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
} from '#lib/contract/webhook.ts';
import type { PageOfList } from '#services/http.ts';
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, testWebhook } from '#services/webhook.ts';
import { color, space } from '#styles/tokens.ts';
import { DeliveryLog } from './DeliveryLog.tsx';

const Foot = styled.div`
  display: flex;
`;

const Parts = styled.form`
  display: grid;
  gap: ${space(5)};

  fieldset > legend {
    margin-bottom: 6px;
    font-size: 13px;
    font-weight: 500;
  }

  fieldset label {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 36px;
  }

  fieldset input {
    width: 18px;
    height: 18px;
    accent-color: ${color('primaryFill')};
  }
`;

/** The programs that are told of each answer, how that goes, and making one. */
export function WebhooksSection({ formId }: { formId: string }) {
  return (
    <Section
      title={<FormattedMessage id="form_webhooks.title" />}
      text={<FormattedMessage id="form_webhooks.text" />}
    >
      <Loaded of={formId} load={async () => ({ data: await listWebhooks(formId) })} rows={2}>
        {(first) => <Webhooks formId={formId} first={first} />}
      </Loaded>
    </Section>
  );
}

function Webhooks({ formId, first }: { formId: string; first: PageOfList<Webhook> }) {
  const [list, setList] = useState(first);
  const [making, setMaking] = useState(false);
  const again = async () => setList(await listWebhooks(formId));
  const replace = (webhook: Webhook) =>
    setList((kept) => ({
      ...kept,
      data: kept.data.some(({ id }) => id === webhook.id)
        ? kept.data.map((one) => (one.id === webhook.id ? webhook : one))
        : [...kept.data, webhook],
    }));
  if (list.error) return <ErrorState message={list.error} onRetry={() => void again()} />;
  return (
    <>
      {list.data.length > 0 && (
        <EntryList>
          {list.data.map((webhook) => (
            <WebhookLine
              key={webhook.id}
              formId={formId}
              webhook={webhook}
              onChanged={replace}
              onGone={() =>
                setList((kept) => ({ ...kept, data: kept.data.filter(({ id }) => id !== webhook.id) }))
              }
            />
          ))}
        </EntryList>
      )}
      <Foot>
        <Button icon={Plus} onClick={() => setMaking(true)}>
          <FormattedMessage id="form_webhooks.add" />
        </Button>
      </Foot>
      {making && <NewWebhook formId={formId} onClose={() => setMaking(false)} onMade={replace} />}
    </>
  );
}

type WebhookLineProps = {
  formId: string;
  webhook: Webhook;
  onChanged: (webhook: Webhook) => void;
  onGone: () => void;
};

function WebhookLine({ formId, webhook, onChanged, onGone }: WebhookLineProps) {
  const intl = useIntl();
  const toast = useToast();
  const [opened, setOpened] = useState<'log' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { url, description, is_active, failing_since, disabled_at, events } = webhook;

  const act = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  const toggle = () =>
    act(async () => onChanged((await changeWebhook(formId, webhook, { is_active: !is_active })).data));
  const rotate = () =>
    act(async () => {
      const { data } = await changeWebhook(formId, webhook, { rotate_secret: true });
      onChanged(data);
      setSecret(data.secret ?? null);
    });
  const test = () =>
    act(async () => {
      await testWebhook(formId, webhook.id);
      toast({ text: <FormattedMessage id="form_webhooks.tested" /> });
      setOpened('log');
    });

  return (
    <>
      <EntryLine
        mark={
          <RoundMark aria-hidden>
            <WebhookIcon size={16} />
          </RoundMark>
        }
        name={description || url}
        badges={
          disabled_at ? (
            <Badge tone="error">
              <FormattedMessage id="form_webhooks.disabled" />
            </Badge>
          ) : !is_active ? (
            <Badge>
              <FormattedMessage id="form_webhooks.off" />
            </Badge>
          ) : failing_since ? (
            <Badge tone="warning">
              <FormattedMessage id="form_webhooks.failing" />
            </Badge>
          ) : null
        }
        notes={[
          description ? <bdi key="url">{url}</bdi> : null,
          events.map((event) => intl.formatMessage({ id: `form_webhooks.${eventKey(event)}` })).join(' · '),
          failing_since && (
            <FormattedMessage
              key="failing"
              id="form_webhooks.failing_since"
              values={{ time: <RelativeTime value={failing_since} /> }}
            />
          ),
        ]}
        acts={
          <>
            <Button size="small" icon={ListOrdered} onClick={() => setOpened('log')}>
              <FormattedMessage id="form_webhooks.log" />
            </Button>
            <Menu
              align="end"
              entries={[
                {
                  label: <FormattedMessage id="form_webhooks.test" />,
                  icon: Send,
                  onSelect: () => void test(),
                },
                {
                  label: (
                    <FormattedMessage id={is_active ? 'form_webhooks.turn_off' : 'form_webhooks.turn_on'} />
                  ),
                  icon: Power,
                  onSelect: () => void toggle(),
                },
                {
                  label: <FormattedMessage id="form_webhooks.rotate" />,
                  icon: KeyRound,
                  onSelect: () => void rotate(),
                },
                { separator: true },
                {
                  label: <FormattedMessage id="form_webhooks.delete" />,
                  icon: Trash2,
                  danger: true,
                  onSelect: () => setOpened('delete'),
                },
              ]}
            >
              {(trigger) => (
                <IconButton
                  {...trigger}
                  icon={Ellipsis}
                  label={intl.formatMessage({ id: 'form_webhooks.acts' }, { name: description || url })}
                />
              )}
            </Menu>
          </>
        }
      />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {opened === 'log' && (
        <Modal
          open
          width={680}
          onClose={() => setOpened(null)}
          title={
            <FormattedMessage id="form_webhooks.log_of" values={{ name: <bdi>{description || url}</bdi> }} />
          }
        >
          <DeliveryLog formId={formId} webhookId={webhook.id} />
        </Modal>
      )}
      {opened === 'delete' && (
        <Confirm
          title={<FormattedMessage id="form_webhooks.delete_title" />}
          text={<FormattedMessage id="form_webhooks.delete_text" values={{ url: <bdi>{url}</bdi> }} />}
          submit={<FormattedMessage id="form_webhooks.delete" />}
          danger
          onClose={() => setOpened(null)}
          onConfirm={async () => {
            await deleteWebhook(formId, webhook.id);
            setOpened(null);
            onGone();
          }}
        />
      )}
    </>
  );
}

/** `submission.created` as it stands in the ids of words. */
const eventKey = (event: WebhookEvent) => {
  switch (event) {
    case 'submission.created':
      return 'event_created' as const;
    case 'submission.updated':
      return 'event_updated' as const;
    case 'submission.deleted':
      return 'event_deleted' as const;
    case 'form.published':
      return 'event_published' as const;
  }
};

type NewWebhookProps = { formId: string; onClose: () => void; onMade: (webhook: Webhook) => void };

function NewWebhook({ formId, onClose, onMade }: NewWebhookProps) {
  const intl = useIntl();
  const id = useId();
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const [made, setMade] = useState<Webhook | null>(null);
  const form = useForm({
    initial: { url: '', description: '', events: '' },
    check: (values) => fieldProblems(createWebhookRequest, { ...values, events }),
    send: async ({ url, description }) => {
      const { data } = await createWebhook(formId, { url, description, events: [...events] });
      const { secret: _, ...shown } = data;
      onMade(shown);
      setMade(data);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  if (made?.secret) return <SecretDialog secret={made.secret} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="form_webhooks.add" />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy}>
            <FormattedMessage id="form_webhooks.create" />
          </Button>
        </>
      }
    >
      <Parts id={id} {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <TextField
          {...form.bind('url')}
          label={<FormattedMessage id="form_webhooks.url" />}
          help={<FormattedMessage id="form_webhooks.url_help" />}
          required
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          placeholder="https://www.example.org/answers"
        />
        <TextField
          {...form.bind('description')}
          label={<FormattedMessage id="form_webhooks.description" />}
          dir="auto"
        />
        <fieldset>
          <legend>
            <FormattedMessage id="form_webhooks.events" />
          </legend>
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) =>
                  setEvents(
                    WEBHOOK_EVENTS.filter((one) => (one === event ? target.checked : events.includes(one))),
                  )
                }
              />
              <FormattedMessage id={`form_webhooks.${eventKey(event)}`} />
            </label>
          ))}
        </fieldset>
        {form.errors.events && <Notice tone="error">{form.errors.events}</Notice>}
      </Parts>
    </Modal>
  );
}

/** The secret is shown this once. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const intl = useIntl();
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="form_webhooks.secret" />}
      footer={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="form_webhooks.secret_kept" />
        </Button>
      }
    >
      <p>
        <FormattedMessage id="form_webhooks.secret_text" />
      </p>
      <CopyLink link={secret} label={intl.formatMessage({ id: 'form_webhooks.secret' })} />
    </Modal>
  );
}
