import { useQuery } from '@tanstack/react-query';
import type { StyleProfile as StyleProfileData } from '#shared/contracts/style-profile.ts';
import { styleProfileQuery } from '../../../api/own-comments.ts';
import { counted, formatNumber } from '../../../lib/formats.ts';
import { VoiceQuery } from './voice-query.tsx';
import { VoiceSection } from './voice-section.tsx';

function basis({ texts, words, hasEnoughTexts }: StyleProfileData): string {
  const from = `Drawn from ${counted(texts, 'text')} with ${formatNumber(words)} words.`;
  return hasEnoughTexts ? from : `${from} That is too little to measure drafts against it yet.`;
}

function Traits({ styleProfile }: { styleProfile: StyleProfileData }) {
  if (styleProfile.texts === 0)
    return <p>Nothing to draw from yet. Bring your own comments, or approve a few drafts.</p>;
  return (
    <>
      <p className="text-sm text-muted tabular-nums">{basis(styleProfile)}</p>
      <dl className="grid gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {styleProfile.traits.map(({ name, label, detail, quote }) => (
          <div
            key={name}
            className="grid border-b border-line py-2 last:border-0 sm:col-span-2 sm:grid-cols-subgrid"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 tabular-nums">
              {detail}
              {quote && (
                <q className="block max-w-measure truncate font-voice text-voice-sm text-muted">{quote}</q>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function StyleProfile({ profileId }: { profileId: number }) {
  const styleProfile = useQuery(styleProfileQuery(profileId));
  return (
    <VoiceSection
      title="Style profile"
      help="How you write, counted from your own comments and from the drafts you approved. Each draft is measured against it."
    >
      <VoiceQuery query={styleProfile} what="the style profile" lines={6}>
        {(data) => <Traits styleProfile={data} />}
      </VoiceQuery>
    </VoiceSection>
  );
}
