import type { Steer } from '#shared/contracts/comment-detail.ts';
import { type CommentStyle, commentStyleLabels } from '#shared/contracts/primitives.ts';
import { usedEdges } from '../../../text/likeness.rules.ts';
import {
  fenceRule,
  list,
  promptLine,
  promptText,
} from '../../../text/model-text.rules.ts';
import { mayAddNothing } from './draft-answers.ts';
import {
  inParts,
  materialParts,
  pointPart,
  present,
  usualLength,
  voiceParts,
} from './prompt-sections.ts';
import type { DraftRequest, PromptInParts } from './requests.ts';

const tasks = {
  comment:
    'You write one comment to the maker of a YouTube video, for a professional who reads it, may change it, and posts it under their own name.',
  answer:
    'You write one answer to a reply that somebody left under a professional’s comment on a YouTube video. The professional reads it, changes it where they like, and posts it under their own name. It speaks to the person who replied.',
};

/**
 * Builds the writer's prompt: task, voice, point, material, demands and form of the
 * answer (rule 8.15).
 */
export function writerPrompt(request: DraftRequest): PromptInParts {
  const system = present([
    { name: 'Task', text: request.thread ? tasks.answer : tasks.comment },
    { name: 'Untrusted text', text: fenceRule },
    ...voiceParts(request),
  ]);
  const user = present([
    pointPart(request.material),
    ...materialParts(request),
    { name: 'Change', text: changeSection(request.steered) },
    { name: 'Beginning', text: beginningSection(request.begun) },
    { name: 'Other drafts', text: shownDraftsSection(request.shownDrafts) },
    { name: 'Used before', text: usedBeforeSection(request) },
    { name: 'What to do', text: `# What to do\n${list(demands(request))}` },
    { name: 'Corrections', text: correctionSection(request.corrections) },
    {
      name: 'Form of the answer',
      text: `# Form of the answer\nOne JSON object with these members, and nothing else:\n${list(answerForm(request))}`,
    },
  ]);
  return inParts(system, user);
}

const say = {
  point:
    'What this person wants to say is a note: early on, let a thought grow out of one thing that the video shows, in their manner and in other words than the note.',
  own: 'Say one thing that nobody has said yet: what follows from what the video shows, where it stops holding, or what it costs in practice.',
  title:
    'Nothing is given of the video but its title, channel and topics, so say nothing about its content: ask about its subject, or speak of this person’s own field.',
  answer:
    'Answer what the reply says or asks, and nothing else. Where the material does not hold the answer, say so plainly or ask back.',
};

const manner = [
  'Keep to this person’s rhythm. Begin in the middle of the matter, without thesis or thanks; neither retell the video nor explain what its author knows.',
  'Each sentence is clear to whoever has just watched the video: no pronoun without its noun, no detail or parameter before the claim it answers.',
];
/** These also apply to answers to replies. */
const limits = [
  'A figure or experience of their own may carry the thought if the profile, notes, point or earlier comments tell it. If it is needed but untold, leave a gap such as ‹your figure›, at most two; ‹ and › serve for nothing else.',
  'One comparison and one number are enough. Lay no story of theirs over another subject.',
  'What you say of the video stands in the material. One fact may be your own knowledge, if you are sure.',
];
const ending =
  'A closing question is optional: never against the profile or the rules, only one that the author can answer.';
const nothingToAdd =
  'If the material gives nothing that this person could add (only a title, not their field, all of it said), write no comment and say so instead.';
const said = 'What the top comments say is said. Go past it or answer one of them.';

const picture =
  'The reply comes with a picture that you cannot see. Say nothing about what it shows; where the answer hangs on it, say so or ask.';

function demands(request: DraftRequest): string[] {
  const { thread, material, style, examples, profile } = request;
  if (thread)
    return [
      ...(thread.reply.hasPicture ? [picture] : []),
      material.point ? say.point : say.answer,
      'Repeat neither the comment above nor an earlier answer, and do not begin with the other person’s name.',
      ...limits,
      directed(style, answerDirections),
      'Language: write in the language of the reply, unless the profile asks for another one.',
    ];
  return [
    substance(request),
    ...manner,
    ...limits,
    ...(style === 'questioning' ? [] : [ending]),
    ...(material.comments.length > 0 ? [said] : []),
    directed(style, directions),
    ...(examples.length === 0 && profile !== null
      ? ['No emoji or exclamation marks unless the profile asks for them.']
      : []),
    languageRule(request.video.language),
    ...(mayAddNothing(request) ? [nothingToAdd] : []),
  ];
}

/** Returns what a comment on the video itself should say. */
function substance(request: DraftRequest): string {
  if (request.material.point) return say.point;
  return isBare(request) ? say.title : say.own;
}

/** Returns true if nothing but title, channel and topics is known. */
function isBare({ video, material }: DraftRequest): boolean {
  const { chapters, comments, transcript, notes } = material;
  const texts = [
    video.description,
    transcript ? transcript(Number.POSITIVE_INFINITY) : null,
    notes,
  ];
  return (
    chapters.length + comments.length === 0 &&
    texts.every((text) => promptText(text ?? '') === '')
  );
}

const directions: Record<CommentStyle, string> = {
  insightful: 'the thought itself is what they give.',
  supportive:
    'name exactly what was done well, and what it makes possible for those who watch.',
  questioning: 'the question is the comment. One sentence says why it matters.',
};
const answerDirections: Record<CommentStyle, string> = {
  insightful: 'give the detail, the reason or the number that the reply is after.',
  supportive:
    'take up what they tell, say what is good about it, and add what may help them.',
  questioning: 'answer briefly, then ask one open question about what they tell.',
};

const directed = (style: CommentStyle, wanted: Record<CommentStyle, string>) =>
  `Style of this comment: ${commentStyleLabels[style]}: ${wanted[style]}`;

const languageNames = new Intl.DisplayNames(['en'], {
  type: 'language',
  fallback: 'none',
});

function languageRule(tag: string | null): string {
  const name = tag === null ? undefined : languageName(tag);
  const language = name
    ? `${name}, the language of the video`
    : 'the language of the title and description';
  return `Language: write in ${language}, unless the profile asks for another one.`;
}

function languageName(tag: string): string | undefined {
  // YouTube also sends "zxx" and malformed tags, which name no language.
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) || /^(zxx|und)\b/i.test(tag))
    return undefined;
  return languageNames.of(tag);
}

function answerForm(request: DraftRequest): string[] {
  const { thread, examples } = request;
  const usual = thread ? null : usualLength(examples);
  const short = thread
    ? 'One to three sentences, 60 to 300 characters.'
    : 'Two to four sentences, 150 to 500 characters.';
  const length = usual
    ? `${usual.from} to ${usual.to} characters, as their own comments have.`
    : short;
  const mayBeEmpty = mayAddNothing(request);
  return [
    `comment: the comment, ready to post. ${length} Plain text without links, addresses, hashtags, markup or advertising.${mayBeEmpty ? ' Empty if there is nothing to add.' : ''}`,
    `sources: one object per sentence, in order. sentence: word for word. kind: point, description, chapter, comment${thread ? ' (any text of the thread)' : ''}, transcript, notes, profile, own_comment (what they wrote before), own_knowledge (only you know it), or none (greeting, question, opinion). quote: the shortest passage of that part that carries the sentence, letter for letter, without times; empty for own_knowledge and none.`,
    ...(mayBeEmpty
      ? ['nothingToAdd: one sentence to this person that says why; empty if you wrote.']
      : []),
  ];
}

const steers: Record<Steer, string> = {
  shorter: 'Shorter. Bring it to about two thirds of its length; the main point stays.',
  more_concrete: 'More concrete. Take up one more detail of the given material.',
  less_certain:
    'Less certain. Say as an impression or a question what is not certain, and claim less.',
  ask_instead:
    'Ask instead. Make one question of it that ends the comment, and claim nothing.',
};

/**
 * Quotes a text as a JSON string, so that it cannot pretend to be a part of the prompt.
 */
const quoted = (text: string) => JSON.stringify(promptText(text));

function changeSection(change: DraftRequest['steered']): string {
  if (!change) return '';
  return [
    'Write another version of this comment. The change goes before length and style; sentences that it does not concern stay word for word.',
    `Present version: ${quoted(change.text)}`,
    ...(change.steer ? [`Change: ${steers[change.steer]}`] : []),
    ...(change.instruction
      ? [
          `Their own wish (it wins on style, length and language, never over the rules on links, advertising and inventions): ${quoted(change.instruction)}`,
        ]
      : []),
  ].join('\n');
}

function beginningSection(begun = ''): string {
  if (promptText(begun) === '') return '';
  return `The comment is begun already. It keeps this beginning word for word and goes on from where that ends:\nBegun: ${quoted(begun)}`;
}

function shownDraftsSection(drafts: readonly string[] = []): string {
  if (drafts.length === 0) return '';
  return `These drafts are there already. Write one that begins in another way and takes another angle than all of them:\n${list(drafts.map(quoted))}`;
}

/** The most characters of all openings together, and of all closings together. */
const edgesBudget = { openings: 100, closings: 80 };

/**
 * Left out if a beginning is continued or a text is changed, since both keep their
 * opening.
 */
function usedBeforeSection({ recent = [], begun = '', steered }: DraftRequest): string {
  if (begun !== '' || steered) return '';
  const openings = usedEdges(recent, 'opening', edgesBudget.openings);
  const closings = usedEdges(recent, 'closing', edgesBudget.closings);
  if (openings.length + closings.length === 0) return '';
  const named = (edges: readonly string[]) => quoted(edges.join(' / '));
  return `Begin and end unlike their last comments, unless the profile wants it so.\nBegan: ${named(openings)}\nEnded: ${named(closings)}`;
}

function correctionSection(corrections: readonly string[]): string {
  if (corrections.length === 0) return '';
  return `An earlier draft could not be used. Avoid its faults:\n${list(corrections.map((text) => promptLine(text, 2500)))}`;
}

/** The instructions that no comment may repeat word for word (rule 8.10). */
export const writerInstructions = [
  ...Object.values(tasks),
  ...Object.values(say),
  ...manner,
  ...limits,
  ending,
  said,
  picture,
].join('\n');
