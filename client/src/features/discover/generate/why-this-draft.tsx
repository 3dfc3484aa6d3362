import { useQuery } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import { draftRecordQuery } from '../../../api/drafts.ts';
import { errorText } from '../../../api/http.ts';
import { Skeleton } from '../../../components/ui/button.tsx';
import { Disclosure } from '../../../components/ui/choices.tsx';

const KINDS: Record<DraftWhy['examples'][number]['kind'], string> = {
  marked: 'You chose to learn from',
  own: 'Your own',
  approved: 'You approved',
};

function voice({ profile }: DraftWhy): string {
  return profile ? `${profile.name}, version ${profile.version}` : 'A neutral voice: no profile was active';
}

const cost = ({ costUsd }: DraftWhy) => (costUsd === null ? 'Not known' : `About $${costUsd.toFixed(4)}`);

function Why({ why }: { why: DraftWhy }) {
  const facts = [
    ['Voice', voice(why)],
    ['Model', why.model],
    ['Cost', cost(why)],
    ['Prompt', `Version ${why.promptVersion}`],
  ];
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 tabular-nums">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <h4 className="font-medium">Rules it kept to</h4>
        {why.rules.length === 0 && <p className="text-muted">None</p>}
        <ul>
          {why.rules.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      </div>
      <div>
        <h4 className="font-medium">Examples of your voice</h4>
        {why.examples.length === 0 && <p className="text-muted">None that fit</p>}
        <ul className="flex flex-col gap-1">
          {why.examples.map(({ kind, id, text }) => (
            <li key={`${kind}-${id}`} className="max-w-measure break-words">
              <span className="text-muted">{KINDS[kind]}:</span> {text}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h4 className="font-medium">What the model was told</h4>
        {why.parts.map(({ name, text }) => (
          <Disclosure key={name} summary={name}>
            <p className="max-w-measure py-1 pl-5.5 break-words whitespace-pre-wrap">{text}</p>
          </Disclosure>
        ))}
      </div>
    </div>
  );
}

/** What the model was given for a draft and what it cost. */
export function WhyThisDraft({ comment }: { comment: Comment }) {
  const { data, error } = useQuery(draftRecordQuery(comment.id, comment.revision));
  if (error)
    return <p className="text-failed">{errorText(error, 'Failed to load how this draft was made')}</p>;
  if (!data) return <Skeleton className="h-24 max-w-measure" />;
  if (!data.why) return <p className="text-muted">This draft was made before such records were kept.</p>;
  return <Why why={data.why} />;
}
