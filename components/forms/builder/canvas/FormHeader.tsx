import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useBuilder } from '#components/forms/builder/context/builder-context.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { useSelection } from '#components/forms/draft/selection-context.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Box = styled.button`
  display: grid;
  gap: ${space(1)};
  width: 100%;
  padding: ${space(3)} ${space(4)};
  border: 1px solid transparent;
  border-radius: ${radius('card')};
  background: none;
  color: ${color('text')};
  text-align: start;
  overflow-wrap: anywhere;

  &:hover {
    background: ${color('hover')};
  }

  &[aria-pressed='true'] {
    border-color: ${color('primary')};
  }
`;

const Title = styled.span`
  font-size: 24px;
  font-weight: 600;
  line-height: 1.3;
  letter-spacing: -0.01em;
`;

const Description = styled.span`
  color: ${color('quiet')};
  white-space: pre-line;
`;

/** The form's title and description. */
export function FormHeader() {
  const { content } = useDraft();
  const { selected } = useSelection();
  const { select, edit } = useBuilder();
  return (
    <Box
      type="button"
      data-node="form"
      aria-pressed={selected.kind === 'form'}
      onClick={({ detail }) =>
        detail === 0 ? edit({ kind: 'form', part: 'title' }) : select({ kind: 'form' })
      }
    >
      <Title dir="auto">
        {content.title.trim() === '' ? <FormattedMessage id="builder.untitled" /> : content.title}
      </Title>
      <Description dir="auto">
        {content.description || <FormattedMessage id="builder.no_description" />}
      </Description>
    </Box>
  );
}
