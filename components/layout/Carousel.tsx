import { Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { below, MOTION, space } from '#styles/tokens.ts';
import { AccessPicture, SearchPicture, UploadPicture } from './carousel-pictures.tsx';

/** How long a slide is shown, in milliseconds. */
const SLIDE_DURATION = 7000;

const Region = styled.section`
  position: sticky;
  top: 0;
  display: grid;
  align-content: center;
  height: 100vh;
  min-height: 560px;
  padding: ${space(10)} clamp(${space(8)}, 5vw, ${space(18)});
  overflow: hidden;
  background: linear-gradient(160deg, #5f51e6 0%, #6b5df2 55%, #8176f6 100%);
  color: #fff;

  ${below('lg')} {
    display: none;
  }
`;

const Stage = styled.div`
  display: grid;
  max-width: 460px;

  > div {
    grid-area: 1 / 1;
    transition: opacity ${MOTION}, visibility ${MOTION};
  }

  > div[aria-hidden='true'] {
    visibility: hidden;
    opacity: 0;
  }
`;

const Slide = styled.div`
  display: grid;
  align-content: end;
  gap: ${space(10)};

  > p {
    max-width: 420px;
    min-height: 76px;
    font-size: 30px;
    font-weight: 600;
    line-height: 1.25;
    letter-spacing: -0.015em;
  }
`;

const Controls = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  margin-top: ${space(6)};
  margin-left: -${space(2)};
`;

/** A touch target of 24 px around a dot of 6. */
const Dot = styled.button`
  display: grid;
  place-items: center;
  height: 24px;
  min-width: 24px;
  padding: 0 ${space(2)};
  border: 0;
  background: none;

  &::before {
    width: 6px;
    height: 6px;
    border-radius: 3px;
    background: rgb(255 255 255 / 65%);
    content: '';
    transition: width ${MOTION};
  }

  &[aria-current='true']::before {
    width: 28px;
    background: #fff;
  }

  &:focus-visible {
    outline-color: #fff;
  }
`;

const PauseButton = styled.button`
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border: 0;
  border-radius: 50%;
  background: none;
  color: #fff;

  &:hover {
    background: rgb(255 255 255 / 16%);
  }

  &:focus-visible {
    outline-color: #fff;
  }
`;

type SlideContent = { id: 'search' | 'access' | 'upload'; picture: ReactNode };

const SLIDES: SlideContent[] = [
  { id: 'search', picture: <SearchPicture /> },
  { id: 'access', picture: <AccessPicture /> },
  { id: 'upload', picture: <UploadPicture /> },
];

/** Three slides about the app; they advance automatically unless the user pauses them or prefers reduced motion. */
export function Carousel() {
  const intl = useIntl();
  const [current, setCurrent] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [isPaused, setPaused] = useState(false);
  // The server renders only the first slide, which is the tallest: the others need scripts.
  const [slides, setSlides] = useState(SLIDES.slice(0, 1));

  useEffect(() => {
    setSlides(SLIDES);
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a slide that was chosen stays its whole time
  useEffect(() => {
    if (!playing || isPaused) return;
    const timer = setInterval(() => setCurrent((slide) => (slide + 1) % SLIDES.length), SLIDE_DURATION);
    return () => clearInterval(timer);
  }, [playing, isPaused, current]);

  const play = intl.formatMessage({ id: playing ? 'carousel.pause' : 'carousel.play' });
  return (
    <Region
      aria-roledescription="carousel"
      aria-label={intl.formatMessage({ id: 'carousel.label' })}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) setCurrent((slide) => (slide + step + SLIDES.length) % SLIDES.length);
      }}
    >
      <Stage aria-live={playing && !isPaused ? 'off' : 'polite'}>
        {slides.map(({ id, picture }, index) => (
          <Slide key={id} aria-hidden={index !== current}>
            <div aria-hidden>{picture}</div>
            <p>
              <FormattedMessage id={`carousel.${id}`} />
            </p>
          </Slide>
        ))}
      </Stage>
      <Controls>
        {SLIDES.map(({ id }, index) => (
          <Dot
            key={id}
            type="button"
            aria-current={index === current}
            aria-label={intl.formatMessage(
              { id: 'carousel.slide' },
              { number: index + 1, count: SLIDES.length },
            )}
            onClick={() => setCurrent(index)}
          />
        ))}
        <PauseButton type="button" aria-label={play} title={play} onClick={() => setPlaying(!playing)}>
          {playing ? (
            <Pause aria-hidden size={15} strokeWidth={1.75} />
          ) : (
            <Play aria-hidden size={15} strokeWidth={1.75} />
          )}
        </PauseButton>
      </Controls>
    </Region>
  );
}
