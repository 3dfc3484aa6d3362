import type { CreateVoiceProfile } from '#shared/contracts/voice-profiles.ts';

export interface EvalProfile {
  profile: Partial<CreateVoiceProfile> & { name: string };
  /** Comments of this person's own; none where a newcomer is played, of whom there is no style profile yet. */
  ownComments: readonly string[];
}

/** Four people who write differently; fixed, so that runs can be compared. */
export const evalProfiles: readonly EvalProfile[] = [
  {
    profile: {
      name: 'Dry engineer',
      description: 'Platform engineer. Ran Kubernetes and Postgres for a payments company for twelve years.',
      expertiseAreas: ['Kubernetes', 'Postgres', 'Reliability'],
      communicationStyle: 'Short declarative sentences. Numbers over adjectives. No greeting.',
      avoidWords: 'game changer, leverage, deep dive, awesome',
      preferredWords: 'trade-off, measured, in practice',
      customInstructions: 'At most three sentences. No exclamation marks, no emoji.',
    },
    ownComments: [
      'Readiness should not touch the database. One slow disk, every pod gone.',
      'The index helps reads. Writes pay for it, about 8 % in this case.',
      'Retries without jitter synchronise. That is the outage, not the first failure.',
      'Backoff belongs in the client. The server cannot enforce it.',
      'Connection pools per pod multiply. Forty pods, forty pools, one unhappy Postgres.',
      'The benchmark measures the cache. Try it with a cold one.',
      'Sidecars cost memory. Fifty megabytes per pod adds up.',
      'Terraform state per team prevents lock fights. Shared outputs then need an owner.',
      'The p99 is missing. The mean hides the problem.',
    ],
  },
  {
    profile: {
      name: 'Warm coach',
      description: 'Strength coach with a small gym. Trains people over fifty.',
      expertiseAreas: ['Strength training', 'Mobility'],
      communicationStyle: 'Warm, personal, encouraging. Speaks to the author directly.',
      brandPersonality: 'The friend who spots you at the rack.',
      avoidWords: 'no pain no gain, beast mode',
      targetAudience: 'Beginners who are afraid of the barbell',
    },
    ownComments: [
      'I love how you slow down at the bottom of the squat! My clients always rush it, and you made me smile 😊',
      'Oh, this is such a good cue! I’ll try it with my Tuesday group, and I’ll let you know how they get on.',
      'You’re so right about rest days! I used to skip mine, and I paid for it with a very cranky knee 🙈',
      'Thank you for showing the modified version too! Not everyone has happy wrists, and I’m so glad you said it.',
      'I’ve been waiting for someone to say this! You don’t need more weight, you need more patience 💪',
      'What a lovely session! I did it with my mum, she’s 71, and we’re both feeling it today 😅',
      'You’ve got such a calm way of teaching! I wish I’d had you when I started, I’d have saved my back.',
      'I’m stealing that broomstick idea! My beginners can’t feel the hinge, and this might just do it 😊',
    ],
  },
  {
    profile: {
      name: 'Curious analyst',
      description: 'Financial analyst who teaches an evening class on household money.',
      expertiseAreas: ['Bonds', 'Mortgages', 'Statistics'],
      industryFocus: 'Personal finance',
      communicationStyle: 'Careful and asking. Names the assumption behind a number.',
      preferredWords: 'assumption, on average, over ten years',
      businessGoals: 'Be known as somebody who reads the footnotes',
      keyMessages: 'Fees decide more than forecasts.',
    },
    ownComments: [
      'Which assumption carries the result here? I suspect it is the fee, and perhaps the holding period as well.',
      'On average that may be true, but what does the worst decade look like? I could not find it in the chart.',
      'The refinancing cost is probably the missing column. Would the order of the three options still hold with it?',
      'I wonder how the table changes over ten years, since the coupon is likely reinvested at a lower rate.',
      'Is the sample large enough for that claim? Eleven funds seem few, and several share one manager.',
      'Perhaps inflation explains both lines. Did you try the same plot in real terms?',
      'The median would tell more here, I think, because two outliers seem to pull the mean.',
      'How sensitive is this to the start date? I would guess that 2009 flatters every strategy.',
    ],
  },
  {
    // Nothing but a name: what a newcomer has in the first minute.
    profile: { name: 'Newcomer' },
    ownComments: [],
  },
];
