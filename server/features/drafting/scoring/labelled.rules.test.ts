import { afterAll, describe, expect, it } from 'vitest';
import { earlier } from '../../../testing/labelled/earlier.ts';
import { experience } from '../../../testing/labelled/experience.ts';
import { emptyPraise, offTopic } from '../../../testing/labelled/filler.ts';
import type { LabelledSet } from '../../../testing/labelled/labelled-set.ts';
import { length } from '../../../testing/labelled/length.ts';
import { links } from '../../../testing/labelled/links.ts';
import { type LabelledVideo, labelledVideos } from '../../../testing/labelled/videos.ts';
import { voice } from '../../../testing/labelled/voice.ts';
import { ownTexts, type VoiceName } from '../../../testing/labelled/voices.ts';
import { wording } from '../../../testing/labelled/wording.ts';
import { sentencesOf } from '../../../text/segments.rules.ts';
import { repeatsOne } from '../../../text/similarity.rules.ts';
import { styleStatistics } from '../../voice/style-profile/style-profile.rules.ts';
import { textTraits } from '../../voice/style-profile/text-traits.rules.ts';
import { aboutVideoFaults } from '../checks/about-video.rules.ts';
import { findLink } from '../checks/links.rules.ts';
import { createGrounding } from '../grounding/ground-draft.rules.ts';
import { experienceMeasure } from './experience.rules.ts';
import { lengthMeasure } from './length.rules.ts';
import { type Measured, weakBelow } from './measured.rules.ts';
import { voiceMeasure } from './voice.rules.ts';
import { wordingMeasure } from './wording.rules.ts';

interface Figures {
  drafts: number;
  bad: number;
  precision: number;
  recall: number;
  wrong: string[];
}

/** Where nothing was written later, a third that the rules were not made with. */
const heldOut = (_: unknown, index: number) => index % 3 === 2;
const lookedAt = (_: unknown, index: number) => index % 3 !== 2;

function figures<Example>(
  bad: readonly Example[],
  fine: readonly Example[],
  measure: (example: Example) => Measured,
): Figures {
  const isFault = (example: Example) => (measure(example).score ?? 1) < weakBelow;
  const caught = bad.filter(isFault);
  const alarms = fine.filter(isFault);
  const missed = bad.filter((example) => !isFault(example));
  return {
    drafts: bad.length + fine.length,
    bad: bad.length,
    precision: caught.length / Math.max(1, caught.length + alarms.length),
    recall: caught.length / bad.length,
    wrong: [
      ...missed.map((example) => `missed: ${JSON.stringify(example)}`),
      ...alarms.map((example) => `false alarm: ${JSON.stringify(example)} ${measure(example).detail}`),
    ],
  };
}

const lines: string[] = [];
/** Both figures, over everything there is. */
const floor = 0.9;
const two = (share: number) => share.toFixed(2);
const told = ({ precision, recall }: Figures) => `precision ${two(precision)}  recall ${two(recall)}`;

function holds<Example>(
  name: string,
  { bad, fine, later }: LabelledSet<Example>,
  measure: (example: Example) => Measured,
) {
  it(`${name}: at least ${floor} of both`, () => {
    const all = figures([...bad, ...(later?.bad ?? [])], [...fine, ...(later?.fine ?? [])], measure);
    const seen = figures(bad.filter(lookedAt), fine.filter(lookedAt), measure);
    const heldBack = later ?? { bad: bad.filter(heldOut), fine: fine.filter(heldOut) };
    const unseen = figures(heldBack.bad, heldBack.fine, measure);
    lines.push(
      `${name.padEnd(22)} ${all.drafts} drafts  ${told(all)} | not used for the rules: ${unseen.drafts}  ${told(unseen)}`,
    );
    expect(all.drafts).toBeGreaterThanOrEqual(40);
    expect(all.bad / all.drafts).toBeCloseTo(0.5, 1);
    expect(all.precision, seen.wrong.join('\n')).toBeGreaterThanOrEqual(floor);
    expect(all.recall, seen.wrong.join('\n')).toBeGreaterThanOrEqual(floor);
  });
}

const styleProfiles = Object.fromEntries(
  Object.entries(ownTexts).map(([name, texts]) => [
    name,
    styleStatistics(texts.flatMap((text) => textTraits(text) ?? [])),
  ]),
) as Record<VoiceName, ReturnType<typeof styleStatistics>>;

describe('the faults a measure finds, against those a person finds', () => {
  afterAll(() => void process.stdout.write(`${lines.join('\n')}\n`));

  it(`About this video: at least ${floor} of what would fit under any video or speaks of another`, () => {
    const videos = Object.keys(labelledVideos) as LabelledVideo[];
    const filler = [...offTopic, ...emptyPraise.flatMap((text) => videos.map((video) => ({ video, text })))];
    const found = filler.filter(({ video, text }) => hasNoSource(text, labelledVideos[video]));
    lines.push(
      `${'About this video'.padEnd(22)} ${offTopic.length + emptyPraise.length} drafts  recall ${two(found.length / filler.length)}`,
    );
    const missed = filler.filter((draft) => !found.includes(draft)).map(({ text }) => text);
    expect(found.length / filler.length, missed.join('\n')).toBeGreaterThanOrEqual(floor);
  });
  holds('Your voice', voice, (example) => voiceMeasure(example.text, styleProfiles[example.voice]));
  holds('Length', length, (text) => lengthMeasure(text, null));
  holds('Links', links, (text) => failsWhere(findLink(text) !== null));
  holds('Wording', wording, ({ text, avoid, prefer }) =>
    wordingMeasure(text, { avoidWords: avoid, preferredWords: prefer }),
  );
  holds('Earlier comments', earlier, (pair) => failsWhere(repeatsOne(pair.text, [pair.earlier])));
  holds('First-hand experience', experience, ({ profile, text }) => experienceMeasure(text, [profile]));
});

const failsWhere = (isFault: boolean): Measured => ({ score: isFault ? 0 : 1, detail: '' });

/** Whatever the model claims: here each sentence of the description for each of the draft. */
function hasNoSource(text: string, { title, description, tags }: (typeof labelledVideos)[LabelledVideo]) {
  const given = { channelTitle: '', chapters: [], comments: [], transcript: null, notes: null, point: null };
  const ground = createGrounding({ ...given, title, description, topics: tags, profile: [] });
  const claims = sentencesOf(text).flatMap((sentence) =>
    sentencesOf(description).map((quote) => ({ sentence, kind: 'description' as const, quote })),
  );
  return aboutVideoFaults(ground(text, claims), { claim: null, isAnswer: false }).length > 0;
}
