import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { downloadName } from '#lib/text/download-name.ts';
import { downloadUrl, fileUrl } from '#services/item.ts';
import { color, radius } from '#styles/tokens.ts';

const Frame = styled.figure`
  > video {
    display: block;
    width: 100%;
    max-height: 76vh;
    border: 1px solid ${color('line')};
    border-radius: ${radius('card')};
    background: #000;
  }

  > audio {
    display: block;
    width: 100%;
    min-height: 54px;
  }
`;

type MediaPlayerProps = {
  item: { id: string; title: string; file_name: string | null; mime: string | null };
};

/**
 * Plays audio and video with the browser's own controls, never automatically. If the browser can't play the file, a
 * message offers the download instead.
 */
export function MediaPlayer({ item }: MediaPlayerProps) {
  const intl = useIntl();
  const { id, title, mime } = item;
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    // It may have failed before this page's script could listen. Right after it is mounted, its source is not chosen
    // yet, which looks the same: a task later it is.
    const timer = setTimeout(() => {
      const { current } = player;
      if (current?.error || current?.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) setFailed(true);
    });
    return () => clearTimeout(timer);
  }, []);

  if (failed) {
    return (
      <EmptyState
        title={<FormattedMessage id="item.unplayable" />}
        text={<FormattedMessage id="item.unplayable_text" />}
        action={
          <LinkButton href={downloadUrl(id)} prefetch={false} download={downloadName(item)} icon={Download}>
            <FormattedMessage id="item.download" />
          </LinkButton>
        }
      />
    );
  }
  const controls = {
    ref: player,
    src: fileUrl(id),
    controls: true,
    preload: 'metadata',
    'aria-label': intl.formatMessage({ id: 'item.player' }, { title }),
    onError: () => setFailed(true),
  } as const;
  return (
    <Frame>
      {mime?.startsWith('video/') ? <video {...controls} playsInline /> : <audio {...controls} />}
    </Frame>
  );
}
