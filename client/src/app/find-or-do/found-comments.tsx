import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { foundCommentsQuery } from '../../api/comments.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { CommandRow } from './command-row.tsx';

const FEWEST_LETTERS = 2;
const TYPING_PAUSE_MS = 200;

function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

const addressOf = ({ id, status, inQueue }: CommentRow) =>
  inQueue && status !== 'posted' ? `/queue?comment=${id}` : `/history?comment=${id}`;

interface FoundCommentsProps {
  typed: string;
  className: string;
  onChoose: (run: () => void) => void;
}

/** The newest comments with these words. */
export function FoundComments({ typed, className, onChoose }: FoundCommentsProps) {
  const isEnough = typed.length >= FEWEST_LETTERS;
  const asked = usePaused(typed);
  const enabled = isEnough && asked.length >= FEWEST_LETTERS;
  const { data, isError } = useQuery({
    ...foundCommentsQuery(asked),
    enabled,
    placeholderData: keepPreviousData,
  });
  if (!isEnough) return null;
  return (
    <Command.Group heading="Comments" className={className}>
      {(enabled && data ? data : []).map((comment) => (
        <CommandRow
          key={comment.id}
          value={`comment ${comment.id}`}
          label={comment.video.title}
          hint={<StateBadge state={comment.status} />}
          onChoose={() => onChoose(() => navigate(addressOf(comment)))}
        />
      ))}
      {enabled && (isError || data?.length === 0) && (
        <p role="status" className="px-4 py-2 text-sm text-muted">
          {isError ? 'The comments could not be searched.' : 'No comment has these words.'}
        </p>
      )}
    </Command.Group>
  );
}
