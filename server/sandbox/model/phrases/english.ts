import type { Style } from '../voice.ts';

export const insightful: readonly string[] = [
  'One thing I would add on {s}, because it tends to come up a few weeks later.',
  'The part about {s} deserves more attention than it usually gets.',
  'This matches a lot of what I have run into with {s}.',
  'Good to see the trade-offs of {s} named and not only the recipe.',
  'With {s}, it was a small detail that cost us the most time.',
  'I came here for {s} and compared it with our own setup as I watched.',
  'A footnote from practice for anyone who takes {s} to work on Monday.',
  'We went through {s} last year, in a team of five.',
  'Most write-ups on {s} end where the second half of the work begins.',
  'What I missed when I first met {s} was any word on running it for longer.',
  'There is one more trade-off behind {s} that shows only under load.',
  'Reading the description, I thought at once of our own attempt at {s}.',
  'For me the interesting half of {s} is what happens when it fails.',
  'I have seen two teams take opposite roads with {s}, and both had reasons.',
];

export const supportive: readonly string[] = [
  'You show the reasoning behind {s} and not only the result, which is what helps people who meet it for the first time.',
  'Building up {s} step by step makes it easy to follow along and to try it.',
  'Explaining {s} this calmly takes more preparation than one would think.',
  'Thank you for not smoothing over the rough edges of {s}, since they are what people run into later.',
  'I like that {s} is treated here as something one can understand and not only copy.',
  'Most material on {s} stops before it gets difficult, and you went on from there.',
  'Starting {s} from the problem and not from the tool was the right choice for anyone new to it.',
  'It helps that you say what {s} is not meant for, because beginners rarely hear that part.',
  'A colleague asked me about {s} only yesterday, and now I know what to send over.',
  'Choosing one example and staying with it makes {s} far less abstract.',
  'You gave {s} the time it needs, and people who are new to it will be grateful for that.',
  'The order in which you take {s} apart answers the questions just before they come up.',
  'Putting {s} into words that a junior and a senior can both use is hard, and it worked here.',
  'I have tried to teach {s} myself, so I can tell how much was left out with care.',
];

export const questioning: readonly string[] = [
  'Watching this on {s}, I kept coming back to one question.',
  'There is one thing about {s} that I could not settle for myself.',
  'After {s}, the obvious next step raises a question for me.',
  'Something in {s} made me stop and think.',
  'A question to everyone who works with {s}, not only to the author.',
  'I would like to hear more on one side of {s}.',
  'We are about to decide on {s}, and one point is still open.',
  'The title says {s}, and I wonder where you draw the line.',
  'Two of us disagreed about {s} after this, so I am asking here.',
  'I can follow {s} up to a point, and then it gets less clear to me.',
  'Suppose someone takes {s} into a much larger system than ours.',
  'What I am still missing on {s} is the view from somebody who has lived with it.',
  'Let me ask about the uncomfortable side of {s}.',
  'Before I recommend {s} to the team, I would like to understand one thing.',
];

export const points: Record<Style, readonly string[]> = {
  insightful: [
    'In my experience {i}.',
    'What we learned the slow way is that {i}.',
    'For us the surprise was a different one: {i}.',
    'At first we had it the other way round, until we noticed that {i}.',
    'The short version of our own story: {i}.',
    'Here is where I would look first, because {i}.',
    'What decided it in the end was unspectacular: {i}.',
  ],
  supportive: [
    'It also fits what I have seen: {i}.',
    'I can confirm one part from my own work, where {i}.',
    'It took me a while to see for myself that {i}.',
    'If I may add one lesson of ours: {i}.',
    'It reminded me of how we found out that {i}.',
    'Had I seen it earlier, I would have known sooner that {i}.',
    'That is also the point where we noticed that {i}.',
  ],
  questioning: [
    '{Q}? I ask because {i}.',
    '{Q}? In our case {i}, and I am not sure that carries over.',
    '{Q}? What makes me hesitate is that {i}.',
    'Put plainly, {q}? For what it is worth, {i}.',
    'Namely, {q}? It matters to us since {i}.',
    '{Q}? We found that {i}, which may point the other way.',
    'In short, {q}? So far my only data point is that {i}.',
  ],
};
