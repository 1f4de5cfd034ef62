import { Ellipsis, KeyRound, ListOrdered, Power, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Badge } from '#components/ui/Badge.tsx';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Webhook } from '#lib/contract/webhook.ts';
import { changeWebhook, deleteWebhook, testWebhook } from '#services/webhook.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { eventKey } from './webhook-events.ts';

type WebhookRowProps = {
  formId: string;
  webhook: Webhook;
  onChanged: (webhook: Webhook) => void;
  onDeleted: () => void;
};

/** A webhook: the state of its deliveries, and its actions. */
export function WebhookRow({ formId, webhook, onChanged, onDeleted }: WebhookRowProps) {
  const intl = useIntl();
  const toast = useToast();
  const [opened, setOpened] = useState<'log' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { url, description, is_active, failing_since, disabled_at, disabled_reason, events } = webhook;

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
      <EntryRow
        mark={
          <RoundMark aria-hidden>
            <WebhookIcon size={16} />
          </RoundMark>
        }
        name={description || url}
        badges={<WebhookState webhook={webhook} />}
        notes={[
          description ? <bdi key="url">{url}</bdi> : null,
          events.map((event) => intl.formatMessage({ id: `form_webhooks.${eventKey(event)}` })).join(' · '),
          disabled_at && disabled_reason && (
            <FormattedMessage
              key="off"
              id={`form_webhooks.off_${disabled_reason}`}
              values={{
                time: <RelativeTime value={disabled_at} />,
                maker: <bdi>{webhook.created_by.name}</bdi>,
                person: <bdi>{webhook.disabled_by?.name}</bdi>,
              }}
            />
          ),
          failing_since && (
            <FormattedMessage
              key="failing"
              id="form_webhooks.failing_since"
              values={{ time: <RelativeTime value={failing_since} /> }}
            />
          ),
        ]}
        actions={
          <>
            <Button size="small" icon={ListOrdered} onClick={() => setOpened('log')}>
              <FormattedMessage id="form_webhooks.log" />
            </Button>
            <WebhookMenu
              webhook={webhook}
              onTest={() => void test()}
              onToggle={() => void toggle()}
              onRotate={() => void rotate()}
              onDelete={() => setOpened('delete')}
            />
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
            onDeleted();
          }}
        />
      )}
    </>
  );
}

/** Whether a webhook works, where it doesn't. */
function WebhookState({ webhook }: { webhook: Webhook }) {
  const { is_active, failing_since, disabled_at, disabled_reason } = webhook;
  if (disabled_at && disabled_reason !== 'by_hand') {
    return (
      <Badge tone="error">
        <FormattedMessage id="form_webhooks.disabled" />
      </Badge>
    );
  }
  if (!is_active) {
    return (
      <Badge>
        <FormattedMessage id="form_webhooks.off" />
      </Badge>
    );
  }
  return (
    failing_since && (
      <Badge tone="warning">
        <FormattedMessage id="form_webhooks.failing" />
      </Badge>
    )
  );
}

type WebhookMenuProps = {
  webhook: Webhook;
  onTest: () => void;
  onToggle: () => void;
  onRotate: () => void;
  onDelete: () => void;
};

function WebhookMenu({ webhook, onTest, onToggle, onRotate, onDelete }: WebhookMenuProps) {
  const intl = useIntl();
  return (
    <Menu
      align="end"
      entries={[
        {
          label: <FormattedMessage id="form_webhooks.test" />,
          icon: Send,
          onSelect: onTest,
        },
        {
          label: (
            <FormattedMessage id={webhook.is_active ? 'form_webhooks.turn_off' : 'form_webhooks.turn_on'} />
          ),
          icon: Power,
          onSelect: onToggle,
        },
        {
          label: <FormattedMessage id="form_webhooks.rotate" />,
          icon: KeyRound,
          onSelect: onRotate,
        },
        { separator: true },
        {
          label: <FormattedMessage id="form_webhooks.delete" />,
          icon: Trash2,
          danger: true,
          onSelect: onDelete,
        },
      ]}
    >
      {(trigger) => (
        <IconButton
          {...trigger}
          icon={Ellipsis}
          label={intl.formatMessage(
            { id: 'form_webhooks.acts' },
            { name: webhook.description || webhook.url },
          )}
        />
      )}
    </Menu>
  );
}
