import { pick, unit } from '../../sandbox/deterministic.ts';
import { type Manner, mannerOf } from './manner.ts';
import { calm, withoutEmoji } from './sentences.ts';

const openings = [
  'Great video, thanks for sharing this! 🚀',
  'Amazing work as always! 🔥',
  'Love this one, thanks a lot! 🙌',
  'Fantastic explanation, thank you! 👏',
];
const points = [
  'The way you leverage {t} in “{s}” shows where the effort really goes!',
  'With {t} it is the order of the steps that decides, and “{s}” makes that visible!',
  'Most people utilize {t} without ever asking what “{s}” asks here!',
  '“{s}” names the game-changing detail about {t} that others leave out!',
  'What “{s}” leaves open is how {t} behaves after half a year!',
];
const seconds = [
  'It only shows once {d} is part of the picture!',
  'I would leverage {d} before touching anything else.',
  'The harder question is what happens to {d} under load.',
  'My guess is that {d} costs more than it seems!',
  'Teams utilize {d} for years before they measure it.',
];
const thirds = [
  'There is also the matter of who keeps it running when the first excitement is over, which nobody plans for.',
  'It would be interesting to see the same thing at ten times the size, because that is where the surprises are!',
  'The numbers people quote for this are usually from a setup that nobody would run for longer than a demo.',
];
const closings = ['Keep it up! 💪', 'Can’t wait for the next one! 😍', 'Keep them coming! 🎉'];

/** The share of what it was told or shown that it does not heed in one draft. */
const forgotten = 0.12;

/** What the prompt says of the video, which is all this model knows about it. */
function factsOf(user: string) {
  const line = (label: string) => new RegExp(`^${label}: (.*)$`, 'm').exec(user)?.[1] ?? '';
  const title = line('Title');
  const words = line('Description').match(/\p{L}{5,}/gu) ?? [];
  return { title, topic: line('Topics').split(',')[0]?.trim() || line('Channel'), detail: words };
}

/** A comment out of habit, changed by whatever the prompt's rules and examples say. */
export function scriptedDraft(system: string, user: string): string {
  const { title, topic, detail } = factsOf(user);
  const seed = `${title}/${user.length}`;
  const slots: Record<string, string> = {
    s: title,
    t: topic,
    d: detail.length > 0 ? pick(`${seed}/detail`, detail).toLowerCase() : topic,
  };
  const from = (list: readonly string[], part: string) =>
    pick(`${seed}/${part}`, list).replace(/\{(\w)\}/g, (_, slot: string) => slots[slot] ?? '');
  const body = [from(points, 'point'), from(seconds, 'second'), from(thirds, 'third')];
  const manner = mannerOf(system, (what) => unit(`${seed}/${what}`) < forgotten);
  return inManner(manner, {
    opening: from(openings, 'opening'),
    body,
    closing: from(closings, 'closing'),
  });
}

function inManner(
  { exclaims, emoji, praises, mostSentences, replaced }: Manner,
  { opening, body, closing }: { opening: string; body: string[]; closing: string },
): string {
  const said = praises ? [opening, ...body, closing] : body;
  const kept = mostSentences === null ? said : said.slice(0, Math.max(1, mostSentences));
  const shaped = kept
    .map((sentence) => (emoji ? sentence : withoutEmoji(sentence)))
    .map((sentence) => (exclaims ? sentence : calm(sentence)));
  return replaced.reduce((text, { word, by }) => text.replaceAll(word, by), shaped.join(' '));
}
