import { useQuery } from '@tanstack/react-query';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { materialQuery } from '../../../api/drafts.ts';
import { MarkedText, type MarkedTextState } from '../../../components/marked-text.tsx';
import { SourceNotes } from '../../../components/source-notes.tsx';
import type { FieldControl } from './comment-editor.tsx';

interface GroundedFieldProps {
  video: FoundVideo;
  marked: MarkedTextState;
  live: string | null;
  control: FieldControl;
  onVouch: (sentence: string) => void;
}

/** The draft with its source marks; the notes stand beside it, on a phone below. */
export function GroundedField({ video, marked, live, control, onVouch }: GroundedFieldProps) {
  const comments = useQuery(materialQuery(video.id)).data?.comments;
  return (
    <div className="flex flex-col gap-3 sm:bg-surface outline-offset-2 outline-accent sm:grid sm:h-59 sm:grid-cols-[minmax(0,1fr)_11.75rem] sm:gap-0 sm:rounded-control sm:border sm:border-field-line sm:has-[textarea:focus-visible]:outline-2">
      <div className="rounded-control bg-surface outline-offset-2 outline-accent max-sm:border max-sm:border-field-line max-sm:has-[textarea:focus-visible]:outline-2 sm:overflow-y-auto">
        <MarkedText
          marked={marked}
          live={live}
          placeholder="The draft appears here, for you to make your own."
          {...control}
          className="px-4 py-3 font-voice text-voice-lg max-sm:min-h-64"
        />
      </div>
      <div className="sm:overflow-y-auto sm:border-l sm:p-3.5 sm:pr-3">
        <SourceNotes marked={marked} youtubeId={video.youtubeId} comments={comments} onVouch={onVouch} />
      </div>
    </div>
  );
}
