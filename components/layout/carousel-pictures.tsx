import { Globe, Lock, type LucideIcon, Search, Upload, Users } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';

const Card = styled.div`
  display: grid;
  gap: ${space(4)};
  padding: ${space(5)};
  border-radius: ${radius('card')};
  background: ${color('raised')};
  color: ${color('text')};
  box-shadow: ${SHADOW.floating};
`;

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};

  > div {
    flex: 1;
    min-width: 0;
  }

  > svg {
    flex: none;
    color: ${color('quiet')};
  }

  strong {
    font-weight: 600;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const Query = styled(Line)`
  padding-bottom: ${space(4)};
  border-bottom: 1px solid ${color('line')};
`;

/** A search with its matches, in the app's design. */
export function SearchPicture() {
  return (
    <Card>
      <Query>
        <Search aria-hidden size={17} strokeWidth={1.75} />
        <div>
          <FormattedMessage id="carousel.example_query" />
        </div>
      </Query>
      {(['document', 'email', 'table'] as const).map((kind) => (
        <Line key={kind}>
          <KindIcon kind={kind} size={34} />
          <div>
            <strong>
              <FormattedMessage id={`carousel.example_${kind}`} />
            </strong>{' '}
            <small>
              <FormattedMessage id={`carousel.example_${kind}_place`} />
            </small>
            <br />
            <small>
              <FormattedMessage
                id={`carousel.example_${kind}_text`}
                values={{ mark: (chunks) => <mark>{chunks}</mark> }}
              />
            </small>
          </div>
        </Line>
      ))}
    </Card>
  );
}

/** Three items and who can see them. */
export function AccessPicture() {
  const rows: { icon: LucideIcon; kind: string; id: 'public' | 'shared' | 'private' }[] = [
    { icon: Globe, kind: 'document', id: 'public' },
    { icon: Users, kind: 'contact', id: 'shared' },
    { icon: Lock, kind: 'folder', id: 'private' },
  ];
  return (
    <Card>
      {rows.map(({ icon: Icon, kind, id }) => (
        <Line key={id}>
          <KindIcon kind={kind} size={34} />
          <div>
            <strong>
              <FormattedMessage id={`carousel.example_${id}`} />
            </strong>
            <br />
            <small>
              <FormattedMessage id={`carousel.example_${id}_text`} />
            </small>
          </div>
          <Icon aria-hidden size={17} strokeWidth={1.75} />
        </Line>
      ))}
    </Card>
  );
}

/** Files being uploaded. */
export function UploadPicture() {
  const intl = useIntl();
  const rows = [
    { kind: 'document', id: 'done', share: 1 },
    { kind: 'table', id: 'reading', share: 0.7 },
    { kind: 'image', id: 'sending', share: 0.3 },
  ] as const;
  return (
    <Card>
      <Query>
        <Upload aria-hidden size={17} strokeWidth={1.75} />
        <div>
          <FormattedMessage id="carousel.example_drop" />
        </div>
      </Query>
      {rows.map(({ kind, id, share }) => {
        const name = intl.formatMessage({ id: `carousel.example_${id}` });
        return (
          <Line key={id}>
            <KindIcon kind={kind} size={34} />
            <div>
              <strong>{name}</strong>
              <ProgressBar value={share} label={name} />
            </div>
          </Line>
        );
      })}
    </Card>
  );
}
