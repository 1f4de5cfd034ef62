import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { TextField } from '#components/ui/Field.tsx';
import { FormDialog } from '#components/ui/FormDialog.tsx';
import { fieldProblems } from '#components/ui/field-problems.ts';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import {
  createWebhookRequest,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
} from '#lib/contract/webhook.ts';
import { createWebhook } from '#services/webhook.ts';
import { color, space } from '#styles/tokens.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { eventKey } from './webhook-events.ts';

const Events = styled.fieldset`
  > legend {
    margin-bottom: 6px;
    font-size: 13px;
    font-weight: 500;
  }

  label {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 36px;
  }

  input {
    width: 18px;
    height: 18px;
    accent-color: ${color('primaryFill')};
  }
`;

type NewWebhookProps = { formId: string; onClose: () => void; onCreated: (webhook: Webhook) => void };

/** Creates a webhook by address and events, and shows its secret. */
export function NewWebhook({ formId, onClose, onCreated }: NewWebhookProps) {
  const intl = useIntl();
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const [made, setMade] = useState<Webhook | null>(null);
  const form = useForm({
    initial: { url: '', description: '', events: '' },
    check: (values) => fieldProblems(createWebhookRequest, { ...values, events }),
    send: async ({ url, description }) => {
      const { data } = await createWebhook(formId, { url, description, events: [...events] });
      const { secret: _, ...shown } = data;
      onCreated(shown);
      setMade(data);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  if (made?.secret) return <SecretDialog secret={made.secret} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={<FormattedMessage id="form_webhooks.add" />}
      submit={<FormattedMessage id="form_webhooks.create" />}
      onClose={onClose}
    >
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
      <Events>
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
      </Events>
      {form.errors.events && <Notice tone="error">{form.errors.events}</Notice>}
    </FormDialog>
  );
}
