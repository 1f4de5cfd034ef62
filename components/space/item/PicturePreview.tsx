import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { thumbnailUrl } from '#services/item.ts';
import { color, radius } from '#styles/tokens.ts';

const Frame = styled.figure`
  display: grid;
  place-items: center;
  min-height: 200px;
  overflow: hidden;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > img {
    width: auto;
    max-height: 76vh;
    object-fit: contain;
  }
`;

/** The largest width of an image that the server creates, in pixels. */
const WIDTH = 2048;

/** An image, upright and without metadata, fitted to the page; the original is the download. */
export function PicturePreview({ id, title }: { id: string; title: string }) {
  const intl = useIntl();
  const [failed, setFailed] = useState(false);
  if (failed) return <ErrorState message={intl.formatMessage({ id: 'item.picture_failed' })} />;
  return (
    <Frame>
      {/* biome-ignore lint/performance/noImgElement: the picture is the API's, made in the size that is shown */}
      <img src={thumbnailUrl(id, WIDTH)} alt={title} fetchPriority="high" onError={() => setFailed(true)} />
    </Frame>
  );
}
