import { FormattedMessage } from 'react-intl';
import type { Space } from '#lib/contract/space.ts';

/** "How we work · public" */
export function SpaceSubtitle({ space }: { space: Space }) {
  return (
    <>
      {space.description && (
        <>
          <bdi>{space.description}</bdi>
          {' · '}
        </>
      )}
      <FormattedMessage id={`space.visibility_${space.visibility}`} />
    </>
  );
}
