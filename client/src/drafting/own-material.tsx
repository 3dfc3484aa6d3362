import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type DragEvent, useDeferredValue, useState } from 'react';
import { z } from 'zod';
import {
  type DraftManner,
  type GivenMaterial,
  notesLimit,
  type Stretch,
  type TranscriptPlan,
  transcriptLimit,
} from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { videoTime } from '#shared/rules/format.ts';
import { transcriptPlanQuery } from '../api/drafts.ts';
import { errorText } from '../api/http.ts';
import { readTextFile } from '../api/text-files.ts';
import { Button, TextLink } from '../components/ui/button.tsx';
import { CheckboxField, Failure, Textarea } from '../components/ui/form-fields.tsx';
import { formatNumber, videoLink } from '../lib/formats.ts';
import { createPreference, useSwitch } from '../lib/storage.ts';
import { useUnsavedText, writeUnsavedText } from '../lib/unsaved.ts';

export const MoreButton = ({
  onClick,
  children,
}: {
  onClick: () => void;
  children: string;
}) => (
  <button
    type="button"
    onClick={onClick}
    className="h-(--control) rounded-control text-sm font-medium text-accent hover:underline"
  >
    {children}
  </button>
);

const MOST_RANGES = 5;

/**
 * Returns which part of a transcript is used: "all of it", "38 of 61 minutes: 4:10–22:05,
 * 30:00–50:10".
 */
function used({ words, usedWords, seconds, stretches }: TranscriptPlan): string {
  if (stretches === null) return 'all of it';
  if (seconds === null)
    return `${formatNumber(usedWords)} of ${formatNumber(words)} words`;
  const minutes = (of: number) => Math.max(1, Math.round(of / 60));
  const known = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const ranges = stretches
    .slice(0, MOST_RANGES)
    .map(({ from, to }) => `${videoTime(from)}–${videoTime(to)}`);
  if (stretches.length > MOST_RANGES)
    ranges.push(`and ${stretches.length - MOST_RANGES} more`);
  return `${minutes(known)} of ${minutes(seconds)} minutes: ${ranges.join(', ')}`;
}

/**
 * Shows which part of the pasted transcript goes into a draft, and lets the user choose
 * other parts.
 */
function TranscriptPlanned(props: {
  videoId: number;
  given: GivenState;
  leftOut: number;
}) {
  const { videoId, given, leftOut } = props;
  const { transcript, stretches, setStretches, setTranscript } = given;
  const point = useDeferredValue(given.point.trim());
  const { data, error } = useQuery(
    transcriptPlanQuery(videoId, { transcript, point, stretches }),
  );
  const [isChoosing, setIsChoosing] = useState(false);
  const toggle = (section: Stretch, isOn: boolean) => {
    const others = stretches.filter(({ from }) => from !== section.from);
    const { from, to } = section;
    setStretches(
      isOn ? [...others, { from, to }].sort((a, b) => a.from - b.from) : others,
    );
  };
  return (
    <section aria-label="Transcript" className="w-full">
      <div className="flex items-center justify-between gap-2">
        <p className="tabular-nums">
          <span className="font-medium text-text">Transcript</span>{' '}
          {data && `${formatNumber(data.words)} words`}
        </p>
        <Button variant="ghost" onClick={() => setTranscript('')}>
          Remove
        </Button>
      </div>
      {leftOut > 0 && (
        <p>
          It was too long: its last {formatNumber(leftOut)} characters are left out. The
          rest is used.
        </p>
      )}
      <Failure>{error && errorText(error, 'The transcript could not be read')}</Failure>
      {data && !error && (
        <>
          <p role="status" className="tabular-nums wrap-anywhere">
            The draft knows {used(data)}
          </p>
          {data.stretches !== null && data.sections.length > 1 && (
            <MoreButton onClick={() => setIsChoosing(!isChoosing)}>
              {isChoosing ? 'Hide the parts' : 'Choose other parts'}
            </MoreButton>
          )}
          {isChoosing && data.stretches !== null && (
            <ul
              aria-label="Parts of the transcript"
              className="flex max-h-60 flex-col overflow-y-auto"
            >
              {data.sections.map((section) => (
                <li key={section.from} className="flex min-h-(--control) items-center">
                  <CheckboxField
                    checked={stretches.some(({ from }) => from === section.from)}
                    onCheckedChange={(isOn) => toggle(section, isOn)}
                    label={
                      <span className="line-clamp-1 wrap-anywhere">
                        <span className="pr-2 text-muted tabular-nums">
                          {videoTime(section.from)}
                        </span>
                        <span dir="auto">{section.line}</span>
                      </span>
                    }
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

/**
 * Matches a time at the start of a line: "0:41", "(1:02:03)", "00:00:41,200 -->
 * 00:00:44,000".
 */
const STAMP =
  /^[\s\u200b-\u200f\ufeff]{0,8}[[(]?(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?[\])]?(?!\d)(?: {0,2}-->.*)?/;
/** At the end of a short line: "Ada Lovelace  0:41", "Ada (00:00:41):". */
const STAMP_BEHIND =
  /^.{1,60}[\s([](?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?[\])]?\s?:?\s*$/;
const LONG_PASTE = 1_500;
const FEW_STAMPS = 3;

const hasStamp = (line: string) => STAMP.test(line) || STAMP_BEHIND.test(line);
const stampsIn = (text: string) => text.split('\n').filter(hasStamp).length;

export const isTranscript = (text: string): boolean =>
  text.length > LONG_PASTE || stampsIn(text) >= FEW_STAMPS;

/**
 * Cuts a transcript to the length limit, at the end of a word. `leftOut` is the number of
 * characters cut off.
 */
export function fitTranscript(pasted: string): { text: string; leftOut: number } {
  const text = pasted.replaceAll('\0', '').toWellFormed().trim();
  if (text.length <= transcriptLimit) return { text, leftOut: 0 };
  const space = text.slice(0, transcriptLimit + 1).search(/\s\S*$/);
  const kept = text.slice(0, space > 0 ? space : transcriptLimit).toWellFormed();
  return { text: kept, leftOut: text.length - kept.length };
}

export function OwnMaterial(props: {
  video: FoundVideo;
  given: GivenState;
  hasCaptions: boolean;
}) {
  const { video, given, hasCaptions } = props;
  const [leftOut, setLeftOut] = useState(0);
  const [fileProblem, setFileProblem] = useState<string | null>(null);

  function take(pasted: string) {
    const { text, leftOut: characters } = fitTranscript(pasted);
    if (!text) return;
    given.setTranscript(text);
    given.setUsesOwn(true);
    setLeftOut(characters);
  }

  function takeIfTranscript(event: ClipboardEvent | DragEvent, text: string) {
    if (!isTranscript(text)) return;
    event.preventDefault();
    take(text);
  }

  function drop(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    if (!file) return takeIfTranscript(event, event.dataTransfer.getData('text/plain'));
    event.preventDefault();
    setFileProblem(null);
    readTextFile(file).then(take, (error: unknown) =>
      setFileProblem(errorText(error, 'The file could not be read')),
    );
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Textarea
        aria-label="Your notes"
        rows={1}
        maxLength={notesLimit}
        placeholder="Paste a transcript, or what you noted"
        value={given.notes}
        onValueChange={given.setNotes}
        onPaste={(event) =>
          takeIfTranscript(event, event.clipboardData.getData('text/plain'))
        }
        // Without this, the browser would open a dropped file.
        onDragOver={(event) =>
          event.dataTransfer.types.includes('Files') && event.preventDefault()
        }
        onDrop={drop}
        className="max-h-40 min-h-(--control)! border-dashed py-1.5! text-sm!"
      />
      <Failure>{fileProblem}</Failure>
      {given.transcript ? (
        <TranscriptPlanned videoId={video.id} given={given} leftOut={leftOut} />
      ) : (
        hasCaptions && (
          <p>
            This video has captions:{' '}
            <TextLink href={videoLink(video.youtubeId)} className="font-medium">
              open it on YouTube
            </TextLink>
            , choose “Show transcript”, and paste it here.
          </p>
        )
      )}
    </div>
  );
}

/** Each switch keeps its last state for other videos. */
const usualSwitch = (part: string) =>
  createPreference(`material.${part}`, z.enum(['on', 'off']), 'on');
const usualSwitches = {
  description: usualSwitch('description'),
  chapters: usualSwitch('chapters'),
  comments: usualSwitch('comments'),
};

/**
 * Holds the user's own material for drafts on a video, and the voice for them if one was
 * chosen. Typed texts are kept after closing until there is a comment.
 */
export function useGiven(videoId: number, manner: DraftManner = {}) {
  const fields = [
    `point-on.${videoId}`,
    `notes-on.${videoId}`,
    `transcript-on.${videoId}`,
  ] as const;
  const [point, setPoint] = useUnsavedText(fields[0]);
  const [notes, setNotes] = useUnsavedText(fields[1]);
  const [transcript, setTranscript] = useUnsavedText(fields[2]);
  const [stretches, setStretches] = useState<readonly Stretch[]>([]);
  const [usesOwn, setUsesOwn] = useState(true);
  const [drafted, setDrafted] = useState<string | null>(null);
  const switches = {
    description: useSwitch(usualSwitches.description),
    chapters: useSwitch(usualSwitches.chapters),
    comments: useSwitch(usualSwitches.comments),
  };
  /**
   * The server keeps material from earlier requests, so an empty text is sent to clear
   * it.
   */
  const material: GivenMaterial = {
    point: point.trim(),
    notes: usesOwn ? notes.trim() : '',
    transcript: usesOwn ? transcript : '',
    // If empty, the server picks the stretches that fit the draft best.
    stretches: usesOwn ? [...stretches] : [],
    use: {
      description: switches.description.checked,
      chapters: switches.chapters.checked,
      comments: switches.comments.checked,
    },
    ...manner,
  };
  const knownIn = (style: CommentStyle) => JSON.stringify({ style, material });
  return {
    point,
    setPoint,
    notes,
    setNotes,
    transcript,
    setTranscript(text: string) {
      setTranscript(text);
      setStretches([]);
    },
    stretches,
    setStretches,
    usesOwn,
    setUsesOwn,
    switches,
    material,
    /**
     * Returns whether a draft in this style would be based on other material than the
     * last draft.
     */
    isNewFor: (style: CommentStyle) => drafted !== null && drafted !== knownIn(style),
    draftedWith: (style: CommentStyle) => setDrafted(knownIn(style)),
    forget() {
      for (const field of fields) writeUnsavedText(field, '');
    },
  };
}

export type GivenState = ReturnType<typeof useGiven>;
