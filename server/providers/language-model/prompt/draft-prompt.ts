import { type CommentStyle, commentStyleLabels } from '#shared/contracts/enums.ts';
import type { DraftRequest, PromptPart } from '../language-model.ts';
import { changeSection } from './change.ts';
import { draftRules } from './draft-rules.ts';
import { fenced, fenceRule } from './fence.ts';
import { fieldSection, materialParts } from './material.ts';
import { examplesSection, rulesSection } from './own-words.ts';
import { profileSection } from './profile.ts';
import { promptLine, promptText, withinBudget } from './prompt-text.ts';
import { answerDirections, answerLanguage, answerRequest, answerTask, threadSection } from './thread.ts';

export interface Prompt {
  system: string;
  user: string;
}

export interface DraftPrompt extends Prompt {
  parts: PromptPart[];
}

const task =
  'You write one comment under a YouTube video on behalf of a professional, who reads it before it is posted.';

const answerForm = ({ alternatives, thread, material }: DraftRequest) => [
  'comment: the comment, ready to post.',
  `sources: where each sentence of the comment comes from, a list with one object for each in order, with sentence: the sentence word for word; kind: point, description, chapter, comment${thread ? ' (a text of the thread)' : ''}, transcript, notes, profile or own_knowledge; quote: the shortest passage of that part that carries the sentence, copied letter for letter, without times before or in it, and empty for own_knowledge.`,
  'rating: your honest rating of it, a whole number from 0 to 100. 90 and more: everything it says is supported, it makes the person’s point if there is one, and it adds what nobody has said yet. About 70: solid. About 50: it could stand under many videos. Below 40: wrong or empty.',
  'engagementPotential: how likely the author and viewers are to answer, and why, in a few words.',
  'technicalAccuracy: how sure its technical statements are, in a few words.',
  'tone: its tone, in one to three words.',
  ...(alternatives > 0
    ? [
        `alternatives: a list of exactly ${alternatives} other ${thread ? 'answers to this reply' : 'comments on this video'} by the same rules, each with comment, with sources as above, and with angle: what it takes up, in three to six words. Each begins in another way and ${material.point ? 'supports the person’s point by something else' : 'makes another point'} than all the others.`,
      ]
    : []),
];

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

/** Fences YouTube's text in the user message (rule 6.8). */
export function draftPrompt(request: DraftRequest): DraftPrompt {
  const { style, video, profile, rules, examples, corrections, begun, thread, material, steered } = request;
  const system = present([
    { name: 'Task', text: thread ? answerTask : task },
    { name: 'Voice profile', text: profileSection(profile, examples.length > 0) },
    { name: 'Rules from your edits', text: rulesSection(rules) },
    { name: 'General rules', text: `# General rules\n${list(draftRules(request))}` },
    { name: 'Your own comments', text: examplesSection(examples) },
    { name: 'Untrusted text', text: `# Untrusted text\n${fenceRule}` },
    {
      name: 'Form of the answer',
      text: `# Form of the answer\nOne JSON object with these members, and nothing else:\n${list(answerForm(request))}`,
    },
  ]);
  const user = present([
    { name: 'Request', text: thread ? answerRequest : 'Write the comment for this video.' },
    { name: 'Video', text: fenced(videoFacts(video)) },
    ...materialParts(material),
    { name: 'Field', text: fieldSection(request) },
    { name: 'Thread', text: threadSection(thread) },
    { name: 'Change', text: changeSection(steered) },
    { name: 'Style', text: styleSection(style, thread ? answerDirections : directions) },
    { name: 'Language', text: thread ? answerLanguage : languageSection(video.language) },
    { name: 'Beginning', text: beginningSection(begun) },
    { name: 'Corrections', text: correctionSection(corrections) },
  ]);
  return { system: joined(system), user: joined(user), parts: [...system, ...user] };
}

const present = (parts: readonly PromptPart[]) => parts.filter(({ text }) => text !== '');
const joined = (parts: readonly PromptPart[]) => parts.map(({ text }) => text).join('\n\n');

function videoFacts({ title, description, channelTitle, topics }: DraftRequest['video']): string {
  const text = promptText(description ?? '');
  return [
    `Title: ${promptLine(title, 300)}`,
    `Channel: ${promptLine(channelTitle, 150)}`,
    ...(topics.length > 0 ? [`Topics: ${promptLine(topics.join(', '), 300)}`] : []),
    `Description: ${text === '' ? '(none)' : withinBudget(text, 3000)}`,
  ].join('\n');
}

function correctionSection(corrections: readonly string[]): string {
  if (corrections.length === 0) return '';
  return `An earlier draft could not be used. Avoid its faults:\n${list(corrections.map((text) => promptLine(text, 2500)))}`;
}

/** As a JSON string, so that it cannot pass for a part of the prompt. */
function beginningSection(begun = ''): string {
  const text = promptText(begun);
  if (text === '') return '';
  return `The comment is begun already. It keeps this beginning word for word and goes on from where that ends:\nBegun: ${JSON.stringify(text)}`;
}

const directions: Record<CommentStyle, string> = {
  insightful:
    'Add one concrete technical point that the video raises or leaves open: a detail, a trade-off, a pitfall, or what happens at scale.',
  supportive:
    'Encourage the author by naming exactly what was done well and why it helps the people who watch; general praise does not count.',
  questioning:
    'Ask one open question that an expert would find worth answering, and say in a sentence why it matters.',
};

function styleSection(style: CommentStyle, directed: Record<CommentStyle, string>): string {
  return `Style of this comment: ${commentStyleLabels[style]}. ${directed[style]}`;
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function languageSection(tag: string | null): string {
  const name = tag === null ? undefined : languageName(tag);
  const language = name
    ? `${name}, the language of the video`
    : 'the language the video’s title and description are in';
  return `Language: write in ${language}, unless the voice profile asks for another one.`;
}

function languageName(tag: string): string | undefined {
  // From YouTube: "zxx" and malformed tags name no language.
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) || /^(zxx|und)\b/i.test(tag)) return undefined;
  return languageNames.of(tag);
}
