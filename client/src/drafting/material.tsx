import { useQuery } from '@tanstack/react-query';
import {
  ClipboardPaste,
  FileText,
  ListOrdered,
  type LucideIcon,
  MessagesSquare,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { type FoundVideo, untoldType } from '#shared/contracts/videos.ts';
import { materialQuery } from '../api/drafts.ts';
import { errorText } from '../api/http.ts';
import { Skeleton, Switch } from '../components/ui/button.tsx';
import { Disclosure } from '../components/ui/choices.tsx';
import { classNames } from '../lib/browser.ts';
import { counted, formatNumber } from '../lib/formats.ts';
import type { MarkedTextState } from '../review/editor/marked-text.tsx';
import { commentWith, type Mark } from '../review/editor/marks.ts';
import { OpenAt, quoted, useShowWhenLit } from '../review/editor/source-notes.tsx';
import { type GivenState, MoreButton, OwnMaterial } from './own-material.tsx';
import { ContentIntelligence } from './result-row.tsx';

interface MaterialRowProps {
  icon: LucideIcon;
  name: string;
  count: string;
  /** An empty part cannot be switched on or off. */
  isEmpty: boolean;
  use: { checked: boolean; onCheckedChange: (isOn: boolean) => void };
  children?: ReactNode;
}

const MaterialRow = ({
  icon: Icon,
  name,
  count,
  isEmpty,
  use,
  children,
}: MaterialRowProps) => (
  <section aria-label={name} className="border-t border-line py-2.5">
    <div className="flex min-h-6 items-center gap-2 text-sm font-medium">
      <Icon className="size-4 shrink-0 text-muted" />
      {name}
      <span className="min-w-0 flex-1 truncate text-xs font-normal text-muted tabular-nums">
        {count}
      </span>
      <Switch
        aria-label={`Use ${name.toLowerCase()}`}
        {...use}
        checked={use.checked && !isEmpty}
        disabled={isEmpty}
      />
    </div>
    <div className="pt-1.5 pl-6 text-sm text-soft empty:hidden">{children}</div>
  </section>
);

/**
 * Shows a passage of the material with the numbers of the sentences based on it.
 * Highlights both together.
 */
function SourceItem(props: {
  marked: MarkedTextState;
  marks: readonly Mark[];
  children: ReactNode;
}) {
  const { marked, marks, children } = props;
  const item = useRef<HTMLLIElement>(null);
  const isLit = marks.some(({ number }) => number === marked.lit);
  useShowWhenLit(item, isLit);
  return (
    <li
      ref={item}
      data-lit={isLit}
      onPointerEnter={() => !isLit && marks[0] && marked.setLit(marks[0].number)}
      className={classNames(
        'relative rounded-[2px]',
        isLit && 'bg-accent-soft shadow-[0_0_0_4px_var(--color-accent-soft)]',
      )}
    >
      {marks.length > 0 && (
        <span className="absolute -left-6 w-4 text-center text-xs leading-5 font-semibold text-accent">
          <span className="sr-only">Sentence </span>
          {marks.map(({ number }) => number).join(' ')}
        </span>
      )}
      {children}
    </li>
  );
}

const FEW = 3;

interface PassagesProps<Item> {
  items: readonly Item[];
  marked: MarkedTextState;
  citing: (item: Item) => readonly Mark[];
  children: (item: Item) => ReactNode;
}

/**
 * Shows the first few passages and those that the draft is based on; all of them on
 * request.
 */
function Passages<Item>({ items, marked, citing, children }: PassagesProps<Item>) {
  const [all, setAll] = useState(false);
  const shown = items
    .map((item, at) => ({ item, at, marks: citing(item) }))
    .filter(({ at, marks }) => all || at < FEW || marks.length > 0);
  if (items.length === 0) return null;
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {shown.map(({ item, at, marks }) => (
          <SourceItem key={at} marked={marked} marks={marks}>
            {children(item)}
          </SourceItem>
        ))}
      </ul>
      {(all || shown.length < items.length) && (
        <MoreButton onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${items.length}`}
        </MoreButton>
      )}
    </>
  );
}

const LONG_DESCRIPTION = 240;

function Description({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const isLong = text.length > LONG_DESCRIPTION || text.split('\n').length > 5;
  return (
    <>
      <p
        dir="auto"
        className={classNames(
          'text-left whitespace-pre-line',
          isLong && !all && 'line-clamp-5',
        )}
      >
        {text}
      </p>
      {isLong && (
        <MoreButton onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all'}
        </MoreButton>
      )}
    </>
  );
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

const countText = (count: number, what: string): string =>
  count > 0 ? `${formatNumber(count)}${what}` : 'none';

/**
 * Shows the material for a draft, where each part can be
 * switched on or off, and our estimates about the video.
 */
export function Material(props: {
  video: FoundVideo;
  given: GivenState;
  marked: MarkedTextState;
}) {
  const { video, given, marked } = props;
  const { data, error, refetch } = useQuery(materialQuery(video.id));
  const { switches } = given;
  const chapters = data?.chapters ?? [];
  const comments = data?.comments ?? [];
  const description = video.description?.trim() ?? '';
  const own = given.transcript || given.notes.trim();
  const used = [
    [switches.description.checked, description !== ''],
    [switches.chapters.checked, chapters.length > 0],
    [switches.comments.checked, comments.length > 0],
    [given.usesOwn, own !== ''],
  ].filter(([isOn, isThere]) => isOn && isThere).length;
  const restingOn = (...kinds: string[]) =>
    marked.marks.filter(
      ({ sentence: { source } }) => source && kinds.includes(source.kind),
    );
  const quotesFrom = (...kinds: string[]) => (
    <div className="pb-1.5 empty:hidden">
      <Passages
        items={restingOn(...kinds).filter(({ sentence }) => sentence.source?.quote)}
        marked={marked}
        citing={(mark) => [mark]}
      >
        {({ sentence: { source } }) => (
          <>
            <span dir="auto">{quoted(source?.quote ?? '')}</span>{' '}
            {source?.at != null && <OpenAt at={source.at} youtubeId={video.youtubeId} />}
          </>
        )}
      </Passages>
    </div>
  );
  /** Shows no count while a list is loading. */
  const amountOf = ({ length }: readonly unknown[], what = '') => ({
    count: data ? countText(length, what) : '',
    isEmpty: data !== undefined && length === 0,
  });
  const isLoading = !data && !error;
  const missing = error && (
    <>
      <p>{errorText(error, 'Failed to load the material')}</p>
      <MoreButton onClick={() => void refetch()}>Try again</MoreButton>
    </>
  );

  return (
    <>
      <div className="flex items-center justify-between gap-2 py-1.5">
        <h3 className="text-sm font-semibold">Material for the draft</h3>
        <p className="text-xs text-muted tabular-nums">{used} of 4 used</p>
      </div>
      {/* First, since it is the only part the user can add, and it helps a draft most. */}
      <MaterialRow
        icon={ClipboardPaste}
        name="Transcript or notes"
        count={own ? '' : 'empty'}
        isEmpty={!own}
        use={{ checked: given.usesOwn, onCheckedChange: given.setUsesOwn }}
      >
        {quotesFrom('transcript', 'notes')}
        <OwnMaterial
          video={video}
          given={given}
          hasCaptions={data?.hasCaptions ?? false}
        />
      </MaterialRow>
      <MaterialRow
        icon={FileText}
        name="Description"
        count={description ? counted(wordsIn(description), 'word') : 'empty'}
        isEmpty={!description}
        use={switches.description}
      >
        {description && (
          <>
            {quotesFrom('description')}
            <Description text={description} />
          </>
        )}
      </MaterialRow>
      <MaterialRow
        icon={ListOrdered}
        name="Chapters"
        {...amountOf(chapters)}
        use={switches.chapters}
      >
        {missing}
        {isLoading && <Skeleton className="h-5 w-4/5" />}
        <Passages
          items={chapters}
          marked={marked}
          citing={({ at }) =>
            restingOn('chapter').filter(({ sentence }) => sentence.source?.at === at)
          }
        >
          {(chapter) => (
            <>
              <OpenAt short at={chapter.at} youtubeId={video.youtubeId} />
              <span dir="auto" className="pl-2">
                {chapter.title}
              </span>
            </>
          )}
        </Passages>
      </MaterialRow>
      <MaterialRow
        icon={MessagesSquare}
        name="Top comments"
        {...amountOf(comments, ' most relevant')}
        use={switches.comments}
      >
        {data?.commentsMissing && <p>{data.commentsMissing}</p>}
        {isLoading && <Skeleton className="h-10 w-full" />}
        <Passages
          items={comments}
          marked={marked}
          citing={(comment) =>
            restingOn('comment').filter(
              ({ sentence: { source } }) =>
                source?.quote && commentWith([comment], source.quote),
            )
          }
        >
          {({ text, author, likeCount }) => (
            <>
              <p dir="auto" className="line-clamp-4 text-left">
                {quoted(text)}
              </p>
              <p className="text-muted tabular-nums">
                {author}
                {likeCount !== null && likeCount > 0 && `, ${counted(likeCount, 'like')}`}
              </p>
            </>
          )}
        </Passages>
      </MaterialRow>
      <Insights video={video} />
    </>
  );
}

function Insights({ video }: { video: FoundVideo }) {
  if (!video.contentInsights || video.engagementScore === null) return null;
  const { videoType, difficulty, commentOpportunity } = video.contentInsights;
  return (
    <div className="border-t border-line py-2.5">
      <Disclosure
        open
        className="peer"
        summary={<h3 className="font-medium text-text">Content Intelligence Analysis</h3>}
      >
        <div className="pt-3 pl-5.5">
          <ContentIntelligence video={video} />
        </div>
      </Disclosure>
      <p className="pt-1 pl-5.5 text-xs text-muted first-letter:uppercase peer-open:hidden">
        {videoType !== untoldType && `${videoType} · ${difficulty} difficulty · `}
        {commentOpportunity} opportunity
      </p>
    </div>
  );
}
