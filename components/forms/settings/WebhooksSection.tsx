import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { QueryContent } from '#components/ui/AsyncContent.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { Section } from '#components/ui/Section.tsx';
import { loadedPage } from '#context/list-error.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useWholeListQuery } from '#context/use-whole-list-query.ts';
import type { Webhook } from '#lib/contract/webhook.ts';
import { listWebhooks } from '#services/webhook.ts';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookRow } from './WebhookRow.tsx';

const Foot = styled.div`
  display: flex;
`;

/** The webhooks of a form, the state of their deliveries, and creating one. */
export const WebhooksSection = withQueries(function WebhooksSection({ formId }: { formId: string }) {
  const [making, setMaking] = useState(false);
  const { query, put, remove } = useWholeListQuery<Webhook>({
    of: ['webhooks', formId],
    load: async (signal) => loadedPage(await listWebhooks(formId, { signal })).data,
  });
  return (
    <Section
      title={<FormattedMessage id="form_webhooks.title" />}
      text={<FormattedMessage id="form_webhooks.text" />}
    >
      <QueryContent query={query} rows={2}>
        {(webhooks) => (
          <>
            {webhooks.length > 0 && (
              <EntryList>
                {webhooks.map((webhook) => (
                  <WebhookRow
                    key={webhook.id}
                    formId={formId}
                    webhook={webhook}
                    onChanged={(changed) => void put(changed)}
                    onDeleted={() => void remove(webhook.id)}
                  />
                ))}
              </EntryList>
            )}
            <Foot>
              <Button icon={Plus} onClick={() => setMaking(true)}>
                <FormattedMessage id="form_webhooks.add" />
              </Button>
            </Foot>
            {making && (
              <NewWebhook
                formId={formId}
                onClose={() => setMaking(false)}
                onCreated={(webhook) => void put(webhook)}
              />
            )}
          </>
        )}
      </QueryContent>
    </Section>
  );
});
