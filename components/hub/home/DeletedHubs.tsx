import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import type { DeletedHub } from '#lib/contract/hub-lifecycle.ts';
import { getUser } from '#services/account.ts';
import { messageOf } from '#services/http.ts';
import { restoreHub } from '#services/hub.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Box = styled.section`
  display: grid;
  gap: ${space(3)};
  margin-bottom: ${space(6)};
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};

  > h2 {
    font-size: 15px;
  }

  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space(2)} ${space(4)};
    padding: ${space(2)} 0;
  }

  li > p {
    display: grid;
    flex: 1 1 180px;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** Hubs that the user owned and deleted recently, each with a button to restore it. */
export function DeletedHubs({ hubs }: { hubs: DeletedHub[] }) {
  const intl = useIntl();
  const router = useRouter();
  const { updateUser } = useAuth();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (hubs.length === 0) return null;

  const restore = async (hub: DeletedHub) => {
    setBusy(hub.id);
    setProblem(null);
    try {
      await restoreHub(hub.domain_handle);
      updateUser((await getUser()).data);
      await router.push(`/${hub.domain_handle}`);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(null);
    }
  };

  return (
    <Box aria-labelledby="deleted-hubs">
      <h2 id="deleted-hubs">
        <FormattedMessage id="deleted_hubs.title" />
      </h2>
      {problem && <Notice tone="error">{problem}</Notice>}
      <ul>
        {hubs.map((hub) => (
          <li key={hub.id}>
            <p>
              <bdi>{hub.name}</bdi>
              <small>
                <FormattedMessage
                  id="deleted_hubs.until"
                  values={{
                    // The server knows no other time zone than this one.
                    date: <FormattedDate value={hub.restorable_until} dateStyle="long" timeZone="UTC" />,
                  }}
                />
              </small>
            </p>
            <Button
              size="small"
              busy={busy === hub.id}
              aria-label={intl.formatMessage({ id: 'deleted_hubs.restore_label' }, { hub: hub.name })}
              onClick={() => void restore(hub)}
            >
              <FormattedMessage id="deleted_hubs.restore" />
            </Button>
          </li>
        ))}
      </ul>
    </Box>
  );
}
