import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';
import { type Dropped, droppedFiles } from './dropped-files.ts';

const Shade = styled.div`
  position: fixed;
  z-index: 1200;
  inset: 0;
  display: grid;
  place-items: center;
  padding: ${space(4)};
  border: 3px dashed ${color('primary')};
  background: color-mix(in srgb, ${color('primaryTint')} 82%, transparent);
  pointer-events: none;

  > p {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    max-width: 100%;
    padding: ${space(4)} ${space(6)};
    border-radius: ${radius('card')};
    background: ${color('raised')};
    box-shadow: ${SHADOW.floating};
    font-weight: 500;
    overflow-wrap: anywhere;

    > svg {
      flex: none;
      color: ${color('primary')};
    }
  }
`;

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

type DropOverlayProps = {
  /** The name of the destination. */ place: string;
  onFiles: (dropped: Dropped) => void;
};

/** Accepts files that are dropped anywhere on the page, and shows that while they are dragged over it. */
export function DropOverlay({ place, onFiles }: DropOverlayProps) {
  const [over, setOver] = useState(false);
  const receive = useRef(onFiles);
  useEffect(() => {
    receive.current = onFiles;
  }, [onFiles]);

  useEffect(() => {
    // Each entered element fires its own pair of events.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const allow = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (event.dataTransfer)
        void droppedFiles(event.dataTransfer).then((dropped) => receive.current(dropped));
    };
    const abort = new AbortController();
    const { signal } = abort;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', allow, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => abort.abort();
  }, []);

  if (!over) return null;
  return (
    <Shade>
      <p>
        <Upload aria-hidden size={20} strokeWidth={1.75} />
        <span>
          <FormattedMessage id="upload.overlay" values={{ place }} />
        </span>
      </p>
    </Shade>
  );
}
