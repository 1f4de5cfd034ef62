import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { Delivery, DeliveryState } from '#lib/contract/webhook.ts';
import { listDeliveries, retryDelivery } from '#services/webhook.ts';
import { space } from '#styles/tokens.ts';

const Acts = styled.div`
  display: flex;
  justify-content: center;
  gap: ${space(2)};
  margin-top: ${space(4)};
`;

const TONES: Record<DeliveryState, Tone> = { queued: 'info', delivered: 'success', failed: 'error' };

const deliveryId = ({ id }: Delivery) => id;

type DeliveryLogProps = { formId: string; webhookId: string };

function DeliveryLogContent({ formId, webhookId }: DeliveryLogProps) {
  const toast = useToast();
  const list = useListQuery({
    of: ['form', formId, 'webhook', webhookId, 'deliveries'],
    first: null,
    load: ({ page }, signal) => listDeliveries(formId, webhookId, page, { signal }),
    idOf: deliveryId,
  });
  const isEmpty = list.entries.length === 0;
  const slow = useIsSlow(list.loading && isEmpty);
  const retry = async (id: string) => {
    try {
      await retryDelivery(formId, webhookId, id);
      await list.reload();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  return (
    <>
      {list.error && <ErrorState message={list.error} retrying={list.loading} onRetry={list.loadMore} />}
      {slow && <SkeletonList rows={3} />}
      {isEmpty && !list.loading && !list.error && (
        <EmptyState title={<FormattedMessage id="form_webhooks.log_empty" />} />
      )}
      <EntryList>
        {list.entries.map((delivery) => (
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
                  id="form_webhooks.response"
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
        <Button busy={list.loading} onClick={() => void list.reload()}>
          <FormattedMessage id="form_webhooks.refresh" />
        </Button>
        {list.hasMore && !list.error && (
          <Button busy={list.loading} onClick={list.loadMore}>
            <FormattedMessage id="form_webhooks.more" />
          </Button>
        )}
      </Acts>
    </>
  );
}

/** A webhook's deliveries and their results. */
export const DeliveryLog = withQueries(DeliveryLogContent);
