import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { writerNames } from '#components/space/editor/writer-names.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { WritingPerson } from '#lib/contract/document-writers.ts';
import { color } from '#styles/tokens.ts';

const Faces = styled.span`
  position: relative;
  z-index: 1;
  display: inline-flex;
  flex: none;
  align-items: center;
  color: ${color('quiet')};
  font-size: 12px;
  gap: 3px;

  > [aria-hidden]:not([data-more]) {
    outline: 2px solid ${color('success')};
    outline-offset: -1px;
  }
`;

type WriterFacesProps = { people: readonly WritingPerson[]; size: number; max: number };

/** Who writes in a document now, as faces; their names are read out and shown to the pointer. */
export function WriterFaces({ people, size, max }: WriterFacesProps) {
  const intl = useIntl();
  const shown = people.slice(0, max);
  const more = people.length - shown.length;
  const text = intl.formatMessage(
    { id: 'item.writing_now' },
    { names: writerNames(intl, shown, more), more, count: people.length },
  );
  return (
    <Faces title={text} data-print="hidden">
      {shown.map(({ id, name, avatar_url }) => (
        <Avatar key={id} name={name} seed={id} src={avatar_url} size={size} />
      ))}
      {more > 0 && (
        <span aria-hidden data-more>
          +{intl.formatNumber(more)}
        </span>
      )}
      <VisuallyHidden>{text}</VisuallyHidden>
    </Faces>
  );
}
