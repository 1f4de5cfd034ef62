import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { HIDDEN } from '#styles/hidden.ts';
import { below, color, space } from '#styles/tokens.ts';
import { useActiveEditors } from './use-active-editors.ts';

/** Number of avatars that fit; the others are named on hover. */
const SHOWN = 3;

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
`;

const Box = styled.div`
  flex: none;
  align-self: center;
`;

const Names = styled.span`
  max-width: 180px;
  overflow: hidden;
  color: ${color('quiet')};
  font-size: 13px;
  text-overflow: ellipsis;
  white-space: nowrap;

  /* The circles alone on narrow screens; the names are still read out. */
  ${below('lg')} {
    ${HIDDEN}
  }
`;

/** The other users who are editing this form now. */
export function ActiveEditors() {
  const intl = useIntl();
  const draft = useDraft();
  const others = useActiveEditors(draft.form.id, () => void draft.refresh());
  const names = intl.formatList(others.map(({ name }) => name));
  return (
    <Box role="status">
      {others.length > 0 && (
        <Line title={intl.formatMessage({ id: 'builder.editors' }, { names })}>
          {others.slice(0, SHOWN).map(({ id, name }) => (
            <Avatar key={id} name={name} seed={id} size={24} />
          ))}
          <Names>
            <FormattedMessage id="builder.editors" values={{ names: <bdi>{names}</bdi> }} />
          </Names>
        </Line>
      )}
    </Box>
  );
}
