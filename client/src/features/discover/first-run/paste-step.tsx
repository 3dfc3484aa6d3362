import { useState } from 'react';
import { type OwnComment, pastedTextLimit } from '#shared/contracts/own-comments.ts';
import { toastFailure } from '../../../api/http.ts';
import { useBringFirstComments } from '../../../api/voice.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Textarea } from '../../../components/ui/fields.tsx';
import { formatNumber } from '../../../lib/formats.ts';
import { toast } from '../../../lib/toast.ts';
import { useUnsavedText } from '../../../lib/unsaved.ts';
import { Step, type StepState } from './step.tsx';

/** As many as the style profile can begin to be read from. */
const WANTED = 5;
const SHOWN = 5;

const pastedCount = (text: string) => text.split(/\n\s*\n/).filter((part) => part.trim() !== '').length;

interface PasteStepProps {
  state: StepState;
  profileId: number | undefined;
  /** For a profile that is made for the comments. */
  profileName: string;
  own: { total: number; comments: readonly OwnComment[] } | undefined;
  onSkip: () => void;
}

function OwnWords({ comments }: { comments: readonly OwnComment[] }) {
  return (
    <ul className="rounded-control border border-line px-3.5 py-1">
      {comments
        .slice(0, SHOWN)
        .reverse()
        .map(({ id, content }) => (
          <li
            key={id}
            dir="auto"
            className="line-clamp-4 border-line py-2.5 font-voice text-voice not-last:border-b"
          >
            {content}
          </li>
        ))}
    </ul>
  );
}

/** Keeps what was pasted until the server took it. */
export function PasteStep({ state, profileId, profileName, own, onSkip }: PasteStepProps) {
  const [text, setText] = useUnsavedText('first-run.comments');
  const [isAdding, setIsAdding] = useState(text !== '');
  const bringing = useBringFirstComments();
  const total = own?.total ?? 0;
  const isTyping = total === 0 || isAdding;
  const isTooLong = text.length > pastedTextLimit;

  const add = () =>
    bringing.mutate(
      { profileId, name: profileName, text },
      {
        onSuccess({ imported, duplicates }) {
          setText('');
          setIsAdding(false);
          if (imported === 0 && duplicates > 0)
            toast({ title: 'Nothing New', description: 'These comments were here already.' });
        },
        onError: (error) => toastFailure('Failed to import the comments', error),
      },
    );

  return (
    <Step
      number={1}
      title="Paste five comments of yours"
      state={state}
      note={isTyping ? `${Math.min(WANTED, total + pastedCount(text))} of ${WANTED}` : `${total} kept`}
      onSkip={onSkip}
      footer={
        <>
          {isTyping ? (
            <Button
              variant={state === 'now' ? 'primary' : 'secondary'}
              disabled={bringing.isPending || text.trim() === '' || isTooLong}
              onClick={add}
            >
              {bringing.isPending ? 'Adding...' : 'Add Comments'}
            </Button>
          ) : (
            <Button onClick={() => setIsAdding(true)}>Add More</Button>
          )}
          <span className="text-xs text-muted">Stays on your server.</span>
        </>
      }
    >
      {isTyping ? (
        <>
          <Textarea
            aria-label="Comments you wrote"
            aria-describedby="first-run-paste-help"
            {...(isTooLong && { 'aria-invalid': true })}
            placeholder="From YouTube or anywhere else you comment."
            className="min-h-56 grow resize-none px-4 py-3 font-voice text-voice placeholder:font-sans placeholder:text-base lg:min-h-100 lg:[field-sizing:fixed]"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <p id="first-run-paste-help" className="mt-2 text-xs text-muted">
            {isTooLong
              ? `Too much at once: at most ${formatNumber(pastedTextLimit)} characters. Add a part of it first.`
              : 'One after another, with an empty line between them.'}
          </p>
        </>
      ) : (
        <OwnWords comments={own?.comments ?? []} />
      )}
    </Step>
  );
}
