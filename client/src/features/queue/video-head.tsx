import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { countOf } from '#shared/rules/format.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { Badge, OutLink, Skeleton } from '../../components/ui/button.tsx';
import { Disclosure } from '../../components/ui/choices.tsx';
import { useIsPhone } from '../../lib/browser.ts';
import { videoLink } from '../../lib/formats.ts';

interface VideoHeadProps {
  comment: CommentRow;
  /** The whole comment, once it is loaded. */
  whole: Comment | null | undefined;
  isError: boolean;
  children: ReactNode;
}

function descriptionOf(whole: Comment | null | undefined, isError: boolean): string {
  if (whole) return whole.video.description?.trim() || 'This video has no description.';
  return isError ? 'The description could not be loaded.' : '';
}

/** Shows the video; `children` stand at its right, or above it where there is no room. */
export function VideoHead({ comment, whole, isError, children }: VideoHeadProps) {
  const { video } = comment;
  const isPhone = useIsPhone();
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b border-line pb-1 @min-[44rem]:gap-y-2 @min-[44rem]:grid-cols-[8.875rem_minmax(0,1fr)_auto] @min-[44rem]:gap-x-4 md:border-0 md:pb-5">
      {whole === undefined && !isError ? (
        <Skeleton className="aspect-video w-full @max-[44rem]:row-start-2" />
      ) : (
        <Thumbnail
          src={whole?.video.thumbnailUrl}
          className="w-full @max-[44rem]:row-start-2"
        />
      )}
      <div className="min-w-0 @max-[44rem]:col-span-2">
        <h2
          id={titleIdOf(comment)}
          dir="auto"
          title={video.title}
          // On a phone, the text below stands at one place, whether the title has one
          // line or two.
          className="line-clamp-2 text-left text-base font-semibold max-md:min-h-[2lh] md:text-lg"
        >
          {video.title}
        </h2>
        <p className="dotted mt-0.5 flex items-center text-xs text-muted tabular-nums md:text-sm">
          <span className="truncate">{video.channelTitle}</span>
          <span className="whitespace-nowrap">{countOf(video.viewCount, 'view')}</span>
          <span className="whitespace-nowrap @max-[30rem]:hidden">
            {whole ? <RelativeTime iso={whole.video.publishedAt} /> : '…'}
          </span>
          {whole?.video.available === false ? (
            <span className="text-pending">
              This video is no longer available on YouTube.
            </span>
          ) : (
            <span className="flex shrink-0 items-center">
              <OutLink
                href={videoLink(video.youtubeId)}
                className="text-accent underline-offset-2 hover:underline @max-[44rem]:-m-3.5 @max-[44rem]:block @max-[44rem]:p-3.5"
              >
                <span className="@max-[44rem]:sr-only">Watch on YouTube</span>
                <ExternalLink aria-hidden className="size-4 @min-[44rem]:hidden" />
              </OutLink>
            </span>
          )}
        </p>
        {/* Has room for the longest description, which arrives later. */}
        {!isPhone && (
          <p className="mt-1 line-clamp-2 min-h-[2lh] text-sm text-muted">
            {descriptionOf(whole, isError)}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

/**
 * The topics and the description of the video, for a phone, where they are below the
 * text.
 */
export const AboutVideo = ({
  whole,
  isError,
}: Pick<VideoHeadProps, 'whole' | 'isError'>) => (
  <Disclosure
    summary="About the video"
    className="[&>summary]:relative [&>summary]:after:absolute [&>summary]:after:-inset-x-2 [&>summary]:after:-inset-y-2"
  >
    <div className="flex flex-col gap-2 pt-2">
      {whole && whole.video.tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {whole.video.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
      <p className="whitespace-pre-line wrap-anywhere">{descriptionOf(whole, isError)}</p>
    </div>
  </Disclosure>
);

export const titleIdOf = ({ id }: CommentRow): string => `comment-${id}-title`;
