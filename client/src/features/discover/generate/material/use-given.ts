import { useState } from 'react';
import { z } from 'zod';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { GivenMaterial, Stretch } from '#shared/contracts/material.ts';
import { createPreference, usePreference } from '../../../../lib/storage.ts';
import { useUnsavedText, writeUnsavedText } from '../../../../lib/unsaved.ts';

const usualSwitch = (part: string) => createPreference(`material.${part}`, z.enum(['on', 'off']), 'on');

/** The last state of each switch is the usual one. */
const usualSwitches = {
  description: usualSwitch('description'),
  chapters: usualSwitch('chapters'),
  comments: usualSwitch('comments'),
};

interface Given {
  point: string;
  notes: string;
  transcript: string;
  /** Empty for those that fit the draft best. */
  stretches: readonly Stretch[];
  use: Record<keyof typeof usualSwitches, boolean>;
}

const NOTHING: Given = {
  point: '',
  notes: '',
  transcript: '',
  stretches: [],
  use: { description: true, chapters: true, comments: true },
};

/** The server keeps what was given before, so only what differs is sent; an empty text clears. */
function changes(before: Given, now: Given): GivenMaterial {
  const { description, chapters, comments } = now.use;
  const isUseChanged =
    description !== before.use.description ||
    chapters !== before.use.chapters ||
    comments !== before.use.comments;
  return {
    ...(now.point !== before.point && { point: now.point }),
    ...(now.notes !== before.notes && { notes: now.notes }),
    ...(now.transcript !== before.transcript && { transcript: now.transcript }),
    ...(JSON.stringify(now.stretches) !== JSON.stringify(before.stretches) && {
      stretches: [...now.stretches],
    }),
    ...(isUseChanged && { use: now.use }),
  };
}

function useSwitch(part: keyof typeof usualSwitches) {
  const [value, write] = usePreference(usualSwitches[part]);
  return { isOn: value === 'on', set: (isOn: boolean) => write(isOn ? 'on' : 'off') };
}

interface Drafted {
  style: CommentStyle;
  given: Given;
}

/** What the person gives for the drafts on a video. Typed texts outlive closing until a comment is kept. */
export function useGiven(videoId: number) {
  const fields = [`point-on.${videoId}`, `notes-on.${videoId}`, `transcript-on.${videoId}`] as const;
  const [point, setPoint] = useUnsavedText(fields[0]);
  const [notes, setNotes] = useUnsavedText(fields[1]);
  const [transcript, setTranscript] = useUnsavedText(fields[2]);
  const [stretches, setStretches] = useState<readonly Stretch[]>([]);
  const [usesOwn, setUsesOwn] = useState(true);
  const [drafted, setDrafted] = useState<Drafted | null>(null);
  const switches = {
    description: useSwitch('description'),
    chapters: useSwitch('chapters'),
    comments: useSwitch('comments'),
  };
  const given: Given = {
    point: point.trim(),
    notes: usesOwn ? notes.trim() : '',
    transcript: usesOwn ? transcript : '',
    stretches: usesOwn ? stretches : [],
    use: {
      description: switches.description.isOn,
      chapters: switches.chapters.isOn,
      comments: switches.comments.isOn,
    },
  };
  const changed = changes(drafted?.given ?? NOTHING, given);
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
    /** What a request must say. */
    changed,
    /** Whether a draft in this style would know other things than the last one. */
    isNewFor: (style: CommentStyle) =>
      drafted !== null && (style !== drafted.style || Object.keys(changed).length > 0),
    draftedWith(style: CommentStyle) {
      setDrafted({ style, given });
    },
    forget() {
      for (const field of fields) writeUnsavedText(field, '');
    },
  };
}

export type GivenState = ReturnType<typeof useGiven>;
