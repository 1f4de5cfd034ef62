import { useRouter } from 'next/router';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { LinkButton } from '#components/common/Button.tsx';
import { PageTitle } from '#components/common/PageTitle.tsx';
import { signInPath } from '#components/layout/page-props.ts';
import { color, space } from '#styles/tokens.ts';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(4)};
  padding: ${space(20)} 0;
  text-align: center;

  > h1 {
    font-size: 24px;
  }

  > p {
    max-width: 440px;
    color: ${color('quiet')};
  }
`;

/** For people who aren't signed in: the same words whether there is nothing, or nothing for them. */
export function MissingPage() {
  const intl = useIntl();
  const router = useRouter();
  return (
    <Box>
      <PageTitle title={intl.formatMessage({ id: 'hub.missing_title' })} />
      <h1>
        <FormattedMessage id="hub.missing_title" />
      </h1>
      <p>
        <FormattedMessage id="hub.missing_text" />
      </p>
      <LinkButton href={signInPath(router.asPath)} variant="primary" size="large">
        <FormattedMessage id="hub.sign_in" />
      </LinkButton>
    </Box>
  );
}
