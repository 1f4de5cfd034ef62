import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Table2, Unplug } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { QueryContent } from '#components/ui/AsyncContent.tsx';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { reloadQueries } from '#context/reload-queries.ts';
import type { Destination } from '#lib/contract/form-destination.ts';
import { isMappable } from '#lib/forms/mapped-values.ts';
import {
  createDestination,
  getDestination,
  removeDestination,
  sendToDestination,
} from '#services/form-destination.ts';
import { space } from '#styles/tokens.ts';
import { DestinationDialog } from './DestinationDialog.tsx';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const destinationKey = (formId: string) => ['form destination', formId];

/** The table that the form's submissions are written into besides. */
export const DestinationSection = withQueries(function DestinationSection({ formId }: { formId: string }) {
  const query = useQuery({
    queryKey: destinationKey(formId),
    queryFn: ({ signal }) => getDestination(formId, signal),
  });
  return (
    <Section
      title={<FormattedMessage id="form_table.title" />}
      text={<FormattedMessage id="form_table.text" />}
    >
      <QueryContent query={query} rows={1}>
        {(destination) => <DestinationState destination={destination} />}
      </QueryContent>
    </Section>
  );
});

function DestinationState({ destination }: { destination: Destination | null }) {
  const { form, content } = useDraft();
  const { query } = useRouter();
  const toast = useToast();
  const client = useQueryClient();
  const key = destinationKey(form.id);
  const setDestination = (now: Destination | null): void => {
    client.setQueryData<Destination | null>(key, now);
  };
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState<'create' | 'send' | 'remove' | null>(null);
  const act = async (name: 'create' | 'send' | 'remove', run: () => Promise<void>) => {
    setBusy(name);
    try {
      await run();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setBusy(null);
    }
  };
  const send = () =>
    act('send', async () => {
      const { written, refused } = await sendToDestination(form.id);
      await reloadQueries(client, key);
      toast({
        tone: refused > 0 ? 'error' : 'success',
        text: <FormattedMessage id="form_table.sent" values={{ written, refused }} />,
      });
    });
  const table = destination?.table;
  return (
    <>
      {!destination ? (
        <Actions>
          <Button icon={Table2} onClick={() => setChoosing(true)}>
            <FormattedMessage id="form_table.connect" />
          </Button>
          <Button
            variant="quiet"
            busy={busy === 'create'}
            disabled={!content.fields.some(isMappable)}
            onClick={() =>
              void act('create', async () => setDestination(await createDestination(form, content.fields)))
            }
          >
            <FormattedMessage id="form_table.create" />
          </Button>
        </Actions>
      ) : (
        <>
          {table ? (
            <p>
              <FormattedMessage
                id="form_table.into"
                values={{
                  count: Object.keys(destination.mapping).length,
                  table: (
                    <Link href={`/${String(query.handle)}/${table.space}/${destination.item_id}`}>
                      <bdi>{table.title}</bdi>
                    </Link>
                  ),
                }}
              />
            </p>
          ) : (
            <Notice tone="warning">
              <FormattedMessage id="form_table.unseen" />
            </Notice>
          )}
          {destination.missing > 0 && (
            <Notice>
              <FormattedMessage id="form_table.missing" values={{ count: destination.missing }} />
            </Notice>
          )}
          <Actions>
            {destination.missing > 0 && (
              <Button busy={busy === 'send'} onClick={() => void send()}>
                <FormattedMessage id="form_table.send" />
              </Button>
            )}
            <Button onClick={() => setChoosing(true)}>
              <FormattedMessage id="form_table.change" />
            </Button>
            <Button
              variant="quiet"
              icon={Unplug}
              busy={busy === 'remove'}
              onClick={() =>
                void act('remove', async () => {
                  await removeDestination(form.id);
                  setDestination(null);
                })
              }
            >
              <FormattedMessage id="form_table.disconnect" />
            </Button>
          </Actions>
        </>
      )}
      {choosing && (
        <DestinationDialog
          form={form}
          fields={content.fields}
          now={destination}
          onClose={() => setChoosing(false)}
          onSaved={setDestination}
        />
      )}
    </>
  );
}
