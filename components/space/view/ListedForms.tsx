import { FileInput } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Badge } from '#components/ui/Badge.tsx';
import type { ListedForm } from '#lib/contract/public-form.ts';
import { color, kindColor, MOTION, radius, space } from '#styles/tokens.ts';

const Section = styled.section`
  margin-bottom: ${space(8)};

  > h2 {
    margin-bottom: ${space(3)};
    font-size: 16px;
  }
`;

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr));
  gap: ${space(3)};
`;

const Card = styled.a`
  display: flex;
  gap: ${space(3)};
  height: 100%;
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  color: ${color('text')};
  transition: background ${MOTION};

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }

  > span:first-child {
    display: grid;
    flex: none;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: ${radius('icon')};
    background: ${kindColor('form', 'tint')};
    color: ${kindColor('form', 'icon')};
  }

  > span:last-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  strong {
    font-weight: 500;
  }

  small {
    display: -webkit-box;
    overflow: hidden;
    color: ${color('quiet')};
    font-size: 13px;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

/** The forms of a hub or a space that visitors may fill. */
export function ListedForms({ forms }: { forms: readonly ListedForm[] }) {
  if (forms.length === 0) return null;
  return (
    <Section>
      <h2>
        <FormattedMessage id="listed_forms.title" />
      </h2>
      <Grid>
        {forms.map(({ slug, title, description, state }) => (
          <li key={slug}>
            <Card href={`/f/${slug}`}>
              <span>
                <FileInput aria-hidden size={18} strokeWidth={1.75} />
              </span>
              <span>
                <strong dir="auto">{title}</strong>{' '}
                {(state === 'closed' || state === 'not_open_yet') && (
                  <Badge tone="info">
                    <FormattedMessage id={`listed_forms.${state}`} />
                  </Badge>
                )}
                {description && <small dir="auto">{description}</small>}
              </span>
            </Card>
          </li>
        ))}
      </Grid>
    </Section>
  );
}
