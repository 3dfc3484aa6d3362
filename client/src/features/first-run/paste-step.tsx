import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { pastedTextLimit } from '#shared/contracts/voice.ts';
import { authUserQuery } from '../../api/auth.ts';
import { toastFailure } from '../../api/http.ts';
import { userSettingsQuery } from '../../api/settings.ts';
import {
  ownCommentsQuery,
  styleProfileQuery,
  styleRulesQuery,
  useBringFirstComments,
  voiceProfilesQuery,
} from '../../api/voice.ts';
import { Button } from '../../components/ui/button.tsx';
import { Textarea } from '../../components/ui/form-fields.tsx';
import { classNames } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';
import { useUnsavedText } from '../../lib/unsaved.ts';

export type StepState = 'done' | 'now' | 'later';

interface StepProps {
  number: number;
  title: string;
  state: StepState;
  note?: ReactNode;
  onSkip: () => void;
  footer: ReactNode;
  children: ReactNode;
}

const MARKS: Record<StepState, string> = {
  done: 'bg-accent text-surface',
  now: 'bg-ink text-on-ink',
  later: 'border border-field-line',
};

export function Step({
  number,
  title,
  state,
  note,
  onSkip,
  footer,
  children,
}: StepProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col border-line px-(--gutter) py-5 laptop:py-2 not-last:border-b lg:px-6 lg:not-last:border-r lg:not-last:border-b-0"
    >
      <div className="mb-2.5 flex min-h-(--control) items-center gap-2">
        <span
          aria-hidden
          className={classNames(
            'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold forced-colors:border',
            MARKS[state],
          )}
        >
          {state === 'done' ? <Check className="size-3.5" /> : number}
        </span>
        <h3
          id={id}
          data-step={number}
          tabIndex={-1}
          className="min-w-0 flex-1 text-base font-semibold tracking-tight"
        >
          {title}
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </h3>
        {note && <span className="text-sm text-muted tabular-nums">{note}</span>}
        {state !== 'done' && (
          <Button
            variant="ghost"
            className="-mr-3"
            aria-label={`Skip: ${title}`}
            onClick={onSkip}
          >
            Skip
          </Button>
        )}
      </div>
      <div className="flex min-w-0 grow flex-col">{children}</div>
      <div className="flex flex-wrap items-center gap-2 pt-4 empty:hidden laptop:pt-2">
        {footer}
      </div>
    </section>
  );
}

const NO_PROFILE = 0;

/**
 * Returns what the active voice profile contains so far. Steps are shown as done
 * depending on it.
 */
export function useVoice() {
  const user = useQuery(authUserQuery).data?.user;
  const settings = useQuery(userSettingsQuery).data;
  const profiles = useQuery(voiceProfilesQuery).data;
  const profile = profiles?.find(({ id }) => id === settings?.activeVoiceProfileId);
  const id = profile?.id ?? NO_PROFILE;
  const enabled = profile !== undefined;
  return {
    isKnown: profiles !== undefined && settings !== undefined,
    profile,
    profileName: user?.name ?? 'My voice',
    own: useInfiniteQuery({ ...ownCommentsQuery(id), enabled }).data?.pages[0],
    styleProfile: useQuery({ ...styleProfileQuery(id), enabled }).data,
    rules: useQuery({ ...styleRulesQuery(id), enabled }).data ?? [],
  };
}

/** Holds the text of a field. Until the user types, the value is `proposed`. */
export function useTyped(field: string, proposed: string) {
  const [text, setText] = useUnsavedText(field);
  const [isTyped, setIsTyped] = useState(text !== '');
  return {
    value: isTyped ? text : proposed,
    type(next: string) {
      setText(next);
      setIsTyped(true);
    },
    forget() {
      setText('');
      setIsTyped(false);
    },
  };
}

/** How many comments are needed before a style can be read from them. */
const WANTED = 5;
const SHOWN = 5;

const pastedCount = (text: string) =>
  text.split(/\n\s*\n/).filter((part) => part.trim() !== '').length;

/** The field and its replacement have the same height, so that nothing below moves. */
const BOX = 'h-56 min-h-0 lg:h-auto lg:grow lg:basis-112 laptop:basis-40';

export function PasteStep(props: {
  state: StepState;
  onSkip: () => void;
  onAdded: () => void;
}) {
  const { state, onSkip, onAdded } = props;
  const { profile, profileName, own } = useVoice();
  const [text, setText] = useUnsavedText('first-run.comments');
  const [isAdding, setIsAdding] = useState(text !== '');
  const bringing = useBringFirstComments();
  const total = own?.total ?? 0;
  const isTyping = total === 0 || isAdding;
  const isTooLong = text.length > pastedTextLimit;

  const add = () =>
    bringing.mutate(
      { profileId: profile?.id, name: profileName, text },
      {
        onSuccess({ imported, duplicates }) {
          setText('');
          setIsAdding(false);
          onAdded();
          if (imported === 0 && duplicates > 0)
            toast({
              title: 'Nothing New',
              description: 'These comments were here already.',
            });
        },
        onError: (error) => toastFailure('Failed to import the comments', error),
      },
    );

  return (
    <Step
      number={1}
      title="Paste five comments of yours"
      state={state}
      note={
        isTyping
          ? `${Math.min(WANTED, total + pastedCount(text))} of ${WANTED}`
          : `${total} kept`
      }
      onSkip={onSkip}
      footer={
        <>
          {isTyping ? (
            <Button
              variant={state === 'now' ? 'primary' : 'secondary'}
              disabled={text.trim() === '' || isTooLong}
              busy={bringing.isPending && 'Adding...'}
              onClick={add}
            >
              Add Comments
            </Button>
          ) : (
            <Button onClick={() => setIsAdding(true)}>Add More</Button>
          )}
          <span className="min-w-0 flex-1 text-xs text-muted">
            Kept on your server; a few go to your language model with each draft.
          </span>
        </>
      }
    >
      {isTyping ? (
        <Textarea
          aria-label="Comments you wrote"
          aria-describedby="first-run-paste-help"
          aria-invalid={isTooLong || undefined}
          placeholder="From YouTube or anywhere else you comment."
          className={`${BOX} resize-none px-4 py-3 font-voice text-voice [field-sizing:fixed] placeholder:font-sans placeholder:text-base`}
          value={text}
          onValueChange={setText}
        />
      ) : (
        <ul
          aria-label="Your comments"
          className={`${BOX} overflow-y-auto rounded-control border border-line px-3.5 py-1`}
        >
          {(own?.comments ?? [])
            .slice(0, SHOWN)
            .toReversed()
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
      )}
      <p id="first-run-paste-help" className="mt-2 min-h-4 text-xs text-muted">
        {isTooLong
          ? `Too much at once: at most ${formatNumber(pastedTextLimit)} characters. Add a part of it first.`
          : isTyping && 'One after another, with an empty line between them.'}
      </p>
    </Step>
  );
}
