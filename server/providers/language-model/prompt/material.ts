import { notesLimit, pointLimit, topCommentCount } from '#shared/contracts/material.ts';
import { videoTime } from '#shared/rules/video-time.ts';
import { fenced, ownWords, promptLine, promptText, withinBudget } from '../../../text/model-text.rules.ts';
import type {
  DraftRequest,
  DraftThread,
  PromptMaterial,
  PromptPart,
  PromptVideo,
} from '../language-model.ts';

const budget = {
  title: 300,
  channel: 150,
  topics: 300,
  description: 3000,
  chapterTitle: 150,
  chapters: 2000,
  author: 100,
  comment: 400,
  ownComment: 600,
  thread: { comment: 1500, earlier: 400, reply: 2000 },
};

type Given = Pick<DraftRequest, 'video' | 'material' | 'thread'>;

/** What may be spoken of: strangers' texts in their fence, the person's in theirs (rule 6.8). */
export function materialParts({ video, material, thread }: Given): PromptPart[] {
  const { chapters, comments, transcript, notes, ownComments } = material;
  return [
    { name: 'Video', text: fenced(videoFacts(video)) },
    { name: 'Chapters', text: labelled('Chapters of the video:', chapterLines(chapters), fenced) },
    { name: 'Top comments', text: labelled('Top comments under the video:', commentLines(comments), fenced) },
    {
      name: 'Transcript',
      text: labelled(
        'Transcript of the video, with times in brackets:',
        promptText(transcript?.(Number.POSITIVE_INFINITY) ?? ''),
        fenced,
      ),
    },
    { name: 'Thread', text: thread ? fenced(threadLines(thread)) : '' },
    {
      name: 'Notes',
      text: labelled(
        'Notes of this person’s, who vouches for the facts in them:',
        withinBudget(promptText(notes ?? ''), notesLimit),
        ownWords,
      ),
    },
    {
      name: 'What you wrote before',
      text: labelled(
        'What this person has written before, and may refer to:',
        ownComments.map(ownCommentLine).join('\n'),
        ownWords,
      ),
    },
  ];
}

export function pointPart({ point }: PromptMaterial): PromptPart {
  const text = labelled('What this person wants to say:', promptLine(point ?? '', pointLimit), ownWords);
  return { name: 'Your point', text };
}

const labelled = (label: string, text: string, fence: (text: string) => string) =>
  text === '' ? '' : `${label}\n${fence(text)}`;

function videoFacts({ title, description, channelTitle, topics }: PromptVideo): string {
  const text = promptText(description ?? '');
  return [
    `Title: ${promptLine(title, budget.title)}`,
    `Channel: ${promptLine(channelTitle, budget.channel)}`,
    ...(topics.length > 0 ? [`Topics: ${promptLine(topics.join(', '), budget.topics)}`] : []),
    `Description: ${text === '' ? '(none)' : withinBudget(text, budget.description)}`,
  ].join('\n');
}

const chapterLines = (chapters: PromptMaterial['chapters']) =>
  withinBudget(
    chapters.map(({ at, title }) => `${videoTime(at)} ${promptLine(title, budget.chapterTitle)}`).join('\n'),
    budget.chapters,
  );

const commentLines = (comments: PromptMaterial['comments']) =>
  comments
    .slice(0, topCommentCount)
    .map(({ author, text }) => `${promptLine(author, budget.author)}: ${promptLine(text, budget.comment)}`)
    .join('\n');

const ownCommentLine = ({ text, at, videoTitle }: PromptMaterial['ownComments'][number]) =>
  `${at.toISOString().slice(0, 10)}${videoTitle === null ? '' : `, under “${promptLine(videoTitle, budget.title)}”`}: ${promptLine(text, budget.ownComment)}`;

/** Each on one line, so that no text can pass for somebody else's. */
function threadLines({ comment, earlier, reply }: DraftThread): string {
  const said = (name: string | null, words: string, most: number) =>
    `${name === null ? 'This person' : `A stranger (${promptLine(name, budget.author)})`}: ${promptLine(words, most)}`;
  return [
    said(null, comment, budget.thread.comment),
    ...earlier.map(({ authorName, text }) => said(authorName, text, budget.thread.earlier)),
    `The reply to answer${reply.hasPicture ? ', with a picture' : ''}, by ${promptLine(reply.authorName, budget.author)}: ${promptLine(reply.text, budget.thread.reply)}`,
  ].join('\n');
}
