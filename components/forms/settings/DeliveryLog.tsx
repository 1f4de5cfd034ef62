import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { usePagedList } from '#components/trash/use-paged-list.ts';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Delivery, DeliveryState } from '#lib/contract/webhook.ts';
import type { ListPage } from '#services/http.ts';
import { listDeliveries, retryDelivery } from '#services/webhook.ts';
import { space } from '#styles/tokens.ts';

const Acts = styled.div`
  display: flex;
  justify-content: center;
  gap: ${space(2)};
  margin-top: ${space(4)};
`;

const TONES: Record<DeliveryState, Tone> = { queued: 'info', delivered: 'success', failed: 'error' };

type DeliveryLogProps = { formId: string; webhookId: string };

/** What a webhook was told, and what became of it. */
export function DeliveryLog({ formId, webhookId }: DeliveryLogProps) {
  return (
    <AsyncContent
      of={webhookId}
      load={async () => ({ data: await listDeliveries(formId, webhookId, 1) })}
      rows={3}
    >
      {(first) => <Deliveries formId={formId} webhookId={webhookId} first={first} />}
    </AsyncContent>
  );
}

function Deliveries({ formId, webhookId, first }: DeliveryLogProps & { first: ListPage<Delivery> }) {
  const toast = useToast();
  const list = usePagedList(first, (page) => listDeliveries(formId, webhookId, page));
  const retry = async (id: string) => {
    try {
      await retryDelivery(formId, webhookId, id);
      await list.again();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  return (
    <>
      {list.error && (
        <ErrorState message={list.error} retrying={list.loading} onRetry={() => void list.again()} />
      )}
      {list.data.length === 0 && !list.error && (
        <EmptyState title={<FormattedMessage id="form_webhooks.log_empty" />} />
      )}
      <EntryList>
        {list.data.map((delivery) => (
          <EntryRow
            key={delivery.id}
            mark={
              <Badge tone={TONES[delivery.state]}>
                <FormattedMessage id={`form_webhooks.state_${delivery.state}`} />
              </Badge>
            }
            name={delivery.event}
            notes={[
              <FormattedMessage
                key="tries"
                id="form_webhooks.tries"
                values={{ count: delivery.tries, time: <RelativeTime value={delivery.created_at} /> }}
              />,
              delivery.status !== null && (
                <FormattedMessage
                  key="status"
                  id="form_webhooks.answered"
                  values={{ status: delivery.status, ms: delivery.ms ?? 0 }}
                />
              ),
              delivery.error && <bdi key="error">{delivery.error}</bdi>,
            ]}
            actions={
              delivery.state === 'failed' && (
                <Button size="small" onClick={() => void retry(delivery.id)}>
                  <FormattedMessage id="action.retry" />
                </Button>
              )
            }
          />
        ))}
      </EntryList>
      <Acts>
        <Button busy={list.loading} onClick={() => void list.again()}>
          <FormattedMessage id="form_webhooks.refresh" />
        </Button>
        {list.hasMore && (
          <Button busy={list.loading} onClick={() => void list.more()}>
            <FormattedMessage id="form_webhooks.more" />
          </Button>
        )}
      </Acts>
    </>
  );
}
