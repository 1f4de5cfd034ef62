import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Section } from '#components/ui/Section.tsx';
import type { Webhook } from '#lib/contract/webhook.ts';
import type { ListPage } from '#services/http.ts';
import { listWebhooks } from '#services/webhook.ts';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookRow } from './WebhookRow.tsx';

const Foot = styled.div`
  display: flex;
`;

/** The webhooks of a form, the state of their deliveries, and creating one. */
export function WebhooksSection({ formId }: { formId: string }) {
  return (
    <Section
      title={<FormattedMessage id="form_webhooks.title" />}
      text={<FormattedMessage id="form_webhooks.text" />}
    >
      <AsyncContent of={formId} load={async () => ({ data: await listWebhooks(formId) })} rows={2}>
        {(first) => <Webhooks formId={formId} first={first} />}
      </AsyncContent>
    </Section>
  );
}

function Webhooks({ formId, first }: { formId: string; first: ListPage<Webhook> }) {
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
            <WebhookRow
              key={webhook.id}
              formId={formId}
              webhook={webhook}
              onChanged={replace}
              onDeleted={() =>
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
      {making && <NewWebhook formId={formId} onClose={() => setMaking(false)} onCreated={replace} />}
    </>
  );
}
