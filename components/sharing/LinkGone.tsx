import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { PageTitle } from '#components/common/PageTitle.tsx';
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

/** The same words for a link that never was, and for one that has ended. */
export function LinkGone() {
  const intl = useIntl();
  return (
    <Box>
      <PageTitle title={intl.formatMessage({ id: 'sharing.link_gone_title' })} />
      <h1>
        <FormattedMessage id="sharing.link_gone_title" />
      </h1>
      <p>
        <FormattedMessage id="sharing.link_gone_text" />
      </p>
    </Box>
  );
}
