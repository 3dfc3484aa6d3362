import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { countOf } from '#shared/rules/format.ts';
import type { DraftWaiting as Waiting } from '../../api/drafts.ts';
import { modelSettingsQuery } from '../../api/settings.ts';
import { ChannelWarning } from '../../components/comment-state.tsx';
import { Thumbnail } from '../../components/pictures.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import type { DraftFailure } from './use-generate.ts';

interface BrokenDraftNoticeProps {
  reason: string;
  hasWords: boolean;
  onContinue: (() => void) | null;
}

export function BrokenDraftNotice({ reason, hasWords, onContinue }: BrokenDraftNoticeProps) {
  const text = hasWords
    ? 'The text so far is kept.'
    : onContinue
      ? 'Your text is unchanged.'
      : 'Nothing was written yet.';
  return (
    <div role="alert" className="flex max-w-measure flex-wrap items-center gap-3 text-sm">
      <span className="min-w-0">
        {reason} {text}
      </span>
      {onContinue && <Button onClick={onContinue}>Continue Draft</Button>}
    </div>
  );
}

interface ModelFailureNoticeProps extends DraftFailure {
  disabled: boolean;
  onRetry: () => void;
}

/** In the place of the draft that the model did not write. */
export function ModelFailureNotice({ message, isMissing, disabled, onRetry }: ModelFailureNoticeProps) {
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-col items-start justify-center gap-3 rounded-control border border-line px-4 py-3 text-sm',
        isMissing ? 'bg-pending-soft' : 'bg-failed-soft',
      )}
    >
      <p className="max-w-measure min-w-0">{message}</p>
      <div className="flex flex-wrap gap-2">
        {!isMissing && (
          <Button disabled={disabled} onClick={onRetry}>
            Try Again
          </Button>
        )}
        <Link href="/settings?tab=general" className={buttonClasses()}>
          {isMissing ? 'Connect Yours' : 'Open Language Model'}
        </Link>
      </div>
    </div>
  );
}

interface NothingToAddNoticeProps {
  children: string;
  disabled: boolean;
  onWrite: () => void;
}

/** Instead of a comment that would say nothing. */
export function NothingToAddNotice({ children, disabled, onWrite }: NothingToAddNoticeProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-control border border-line bg-sunken p-3 text-sm">
      <p role="status" className="wrap-anywhere">
        <span className="font-medium">Nothing to add here:</span> {children}
      </p>
      <Button disabled={disabled} onClick={onWrite}>
        Write one anyway
      </Button>
    </div>
  );
}

const count = new Intl.NumberFormat('en');

function wordsFor({ name, tokens }: Waiting): string {
  if (name === 'loading') return 'Loading the model…';
  if (name === 'thinking') return 'Thinking…';
  return tokens === null ? 'Reading…' : `Reading ${count.format(tokens)} tokens…`;
}

/** What the model does before its first word, and for how long. Mount it anew for each phase. */
export function DraftWaiting({ waiting }: { waiting: Waiting }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="text-muted tabular-nums">
      <span role="status">{wordsFor(waiting)}</span>
      {seconds > 0 && <span aria-hidden> {seconds} s</span>}
    </span>
  );
}

export function ModelName() {
  const settings = useQuery(modelSettingsQuery).data;
  if (!settings || settings.source === 'none') return null;
  const name = settings.source === 'sandbox' ? 'the sandbox’s model' : settings.model;
  return (
    <span className="min-w-0 truncate text-xs text-soft" title={name}>
      by {name}
    </span>
  );
}

export function VideoHead({ video }: { video: FoundVideo }) {
  return (
    <section aria-label="Video" className="flex min-h-15 items-center gap-3 md:items-start">
      <Thumbnail src={video.thumbnailUrl} className="w-16 rounded-[4px] md:w-26" />
      <div className="min-w-0">
        <h3
          dir="auto"
          className="line-clamp-1 text-left text-sm font-semibold md:line-clamp-4 md:text-base md:leading-4.5"
        >
          {video.title}
        </h3>
        <p className="text-xs text-muted tabular-nums max-md:truncate md:mt-1">
          {video.channelTitle} · {countOf(video.viewCount, 'view')}
        </p>
        <div className="mt-2 empty:hidden">
          <ChannelWarning channelId={video.channelId} />
        </div>
      </div>
    </section>
  );
}
