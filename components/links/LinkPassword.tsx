import { Lock } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { color, radius, space } from '#styles/tokens.ts';

const Box = styled.form`
  display: grid;
  gap: ${space(4)};
  width: 100%;
  max-width: 400px;
  margin: ${space(16)} auto 0;

  > h1 {
    font-size: 24px;
    line-height: 1.3;
  }

  > p {
    color: ${color('quiet')};
  }
`;

const Mark = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: ${radius('card')};
  background: ${color('hover')};
`;

/**
 * Requests a share link's password, and reveals nothing about its resource. A plain form: it works without a script.
 */
export function LinkPassword({ problem }: { problem: string | null }) {
  const intl = useIntl();
  return (
    <Box method="post">
      <PageTitle title={intl.formatMessage({ id: 'sharing.link_title' })} />
      <Mark aria-hidden>
        <Lock size={20} />
      </Mark>
      <h1>
        <FormattedMessage id="sharing.link_password_title" />
      </h1>
      <p>
        <FormattedMessage id="sharing.link_password_text" />
      </p>
      <TextField
        name="password"
        type="password"
        label={<FormattedMessage id="sharing.link_password" />}
        autoComplete="off"
        required
        maxLength={255}
        error={problem ?? undefined}
        autoFocus
      />
      <Button type="submit" variant="primary" size="large" block>
        <FormattedMessage id="sharing.link_open" />
      </Button>
    </Box>
  );
}
