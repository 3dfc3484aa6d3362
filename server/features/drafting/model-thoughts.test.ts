import { describe, expect, it } from 'vitest';
import {
  answerWith,
  bad,
  comment,
  dialectDrafts,
  good,
} from '../../testing/dialect-answers.ts';
import {
  chunk,
  event,
  ollamaLines,
  piecesOf,
  streamed,
  streamOf,
  whole,
} from '../../testing/model-wire.ts';
import type { ScriptedOptions } from '../../testing/scripted-drafts.ts';
import type { ScriptedAnswer } from '../../testing/scripted-model.ts';

const { draftFrom, expectAtOnce } = dialectDrafts();

describe('thoughts around the answer (rule 8.19)', () => {
  it.each<[string, string]>([
    [
      'channels',
      `<|channel|>analysis<|message|>Maybe ${bad} but shorter.<|end|><|start|>assistant<|channel|>final<|message|>${good}`,
    ],
    ['[THINK]', `[THINK]Maybe ${bad} but shorter.[/THINK]${good}`],
    ['<thinking>', `<thinking>Maybe ${bad} but shorter.</thinking>\n${good}`],
    ['<thought>', `<thought>\nMaybe ${bad}\n</thought>\n\n${good}`],
    ['<reasoning>', `<reasoning>${bad}</reasoning>\`\`\`json\n${good}\n\`\`\``],
    [
      'begin and end tokens',
      `<|begin_of_thought|>${bad}<|end_of_thought|>\n<|begin_of_solution|>${good}<|end_of_solution|>`,
    ],
    ['<seed:think>', `<seed:think>${bad}</seed:think>${good}`],
    [
      'tokens in capitals',
      `<|START_THINKING|>${bad}<|END_THINKING|><|START_RESPONSE|>${good}<|END_RESPONSE|>`,
    ],
    ['a tag with an attribute', `<think lang="en">${bad}</think>${good}`],
    ['triangles', `◁think▷${bad}◁/think▷${good}`],
    [
      'channels without their tokens',
      `analysisWe need a comment, short and plain.assistantfinal${good}`,
    ],
    ['a channel without pipes', `<|channel>thought\n${bad}<channel|>${good}`],
    ['a start tag after the answer, without an end tag', `${good}\n<think>Or ${bad}`],
    ['several pairs of tags', `<think>${bad}</think>\n<think>no, ${bad}</think>${good}`],
    ['<internal_monologue>', `<internal_monologue>${bad}</internal_monologue>\n${good}`],
    ['[THINKING]', `[THINKING]${bad}[/THINKING]\n${good}`],
    ['escaped tags', `&lt;think&gt;${bad}&lt;/think&gt;\n${good}`],
    [
      '<scratchpad> and <answer>',
      `<scratchpad>${bad}</scratchpad><answer>${good}</answer>`,
    ],
    [
      'an end tag without a start tag, and a box around the answer',
      `Short. </think>\n<|begin_of_box|>${good}<|end_of_box|>`,
    ],
    [
      'tags that the thoughts mention as well',
      `<think>A <think> tag, </think> and ${bad} in it</think>${good}`,
    ],
  ])('are neither shown nor stored when they are marked by %s', async (_, text) => {
    const { shown, stored, names, calls } = await draftFrom([streamed(text)]);
    expect(stored).toEqual([comment]);
    expect(shown).toBe(comment);
    expect(names).not.toContain('reset');
    expect(calls).toBe(1);
  });

  it('are neither shown nor stored when only their end is marked', async () => {
    const { stored, shown } = await draftFrom([
      streamed(`Maybe ${bad} but shorter.</think>\n${good}`),
    ]);
    expect(stored).toEqual([comment]);
    expect(shown).toBe(comment);
  });

  it('are ignored in favour of the last answer, even when an earlier one is longer', async () => {
    const { stored } = await draftFrom([streamed(`First: ${bad} No, better: ${good}`)]);
    expect(stored).toEqual([comment]);
  });

  it('are read as the answer when they contain the only one', async () => {
    const text = `<|start|>assistant<|channel|>analysis<|message|>${good}<|end|>`;
    const { stored, calls } = await draftFrom([streamed(text)]);
    expect(stored).toEqual([comment]);
    expect(calls).toBe(1);
  });

  it('do not mark the model as thinking when they are empty', async () => {
    const { stored, learned } = await draftFrom([
      streamed(`<think>\n\n</think>\n\n${good}`),
    ]);
    expect(stored).toEqual([comment]);
    expect(learned).toEqual([]);
  });

  it('give no draft when they never end and end in words', async () => {
    const { stored, shown, problem } = await draftFrom([
      streamed(`<thinking>Maybe ${bad}, or not.`),
    ]);
    expect(stored).toEqual([]);
    expect(shown).toBe('');
    expect(problem).toMatchObject({ code: 'model_bad_answer' });
  });

  it.each([
    'Put it in <reasoning> tags, not in [THINK] ones.',
    'The <|channel|>final<|message|> token leaks </thought> here.',
  ])('are not removed from a comment that mentions their marks: %s', (text) =>
    expectAtOnce(streamed(answerWith(text)), text),
  );
});

describe('an answer in another member (wire W7)', () => {
  const inTool = (argument: string) => ({
    tool_calls: [{ index: 0, function: { name: 'comment_draft', arguments: argument } }],
  });

  it.each<[string, ScriptedAnswer, ScriptedOptions?]>([
    [
      'reasoning_content',
      streamed(good, { deltaOf: (reasoning_content) => ({ reasoning_content }) }),
    ],
    ['reasoning without a stream', whole({ content: null, reasoning: good })],
    [
      'reasoning beside content of white space',
      streamOf(chunk({ content: '\n\n' }), chunk({ reasoning: good }), chunk({}, 'stop')),
    ],
    [
      'Ollama’s thinking',
      ollamaLines(piecesOf(good).map((thinking) => ({ content: '', thinking }))),
      { isOllama: true },
    ],
    [
      'reasoning_details',
      whole({ content: '', reasoning_details: [{ type: 'reasoning.text', text: good }] }),
    ],
    [
      'a list of text parts',
      streamed(good, { deltaOf: (text) => ({ content: [{ type: 'text', text }] }) }),
    ],
    [
      'a list that begins with a thought',
      streamOf(
        chunk({
          content: [{ type: 'thinking', thinking: [{ type: 'text', text: bad }] }],
        }),
        ...piecesOf(good).map((content) => chunk({ content })),
        chunk({}, 'stop'),
      ),
    ],
    [
      'a list of parts without a stream',
      whole({ content: [{ type: 'output_text', text: good }] }),
    ],
    [
      'a tool’s arguments',
      streamOf(
        chunk(inTool('')),
        ...piecesOf(good).map((each) => chunk(inTool(each))),
        chunk({}, 'tool_calls'),
      ),
    ],
    [
      'a tool’s arguments beside prose',
      streamOf(
        chunk({ content: 'I use the tool {now}.' }),
        ...piecesOf(good).map((each) => chunk(inTool(each))),
        chunk({}, 'tool_calls'),
      ),
    ],
    [
      'a tool’s arguments as an object',
      whole({
        content: null,
        tool_calls: [{ function: { name: 'x', arguments: JSON.parse(good) } }],
      }),
    ],
    [
      'the arguments of Ollama’s tool call',
      ollamaLines([
        {
          content: '',
          tool_calls: [{ function: { name: 'x', arguments: JSON.parse(good) } }],
        },
      ]),
      { isOllama: true },
    ],
    [
      'function_call',
      streamed(good, {
        deltaOf: (text) => ({ function_call: { name: 'x', arguments: text } }),
      }),
    ],
    [
      'a message in a stream',
      streamOf(
        event({ choices: [{ message: { content: good }, finish_reason: 'stop' }] }),
      ),
    ],
    ['text', streamOf(...piecesOf(good).map((text) => event({ choices: [{ text }] })))],
    ['parsed', whole({ content: null, parsed: JSON.parse(good) })],
    [
      'the part after a reasoning part with a summary',
      whole({
        content: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: bad }] },
          { type: 'output_text', text: good },
        ],
      }),
    ],
    [
      'the part beside one that is marked as a thought',
      streamed(good, {
        deltaOf: (text) => ({ content: [{ text: 'Hm.', thought: true }, { text }] }),
      }),
    ],
  ])('is read at once from %s', async (_, answer, options) => {
    await expectAtOnce(answer, comment, options);
  });

  it('does not mark the model as thinking when the server took the answer for thoughts', async () => {
    const { learned } = await draftFrom([
      whole({ content: '', reasoning_content: good }),
    ]);
    expect(learned).toEqual([]);
  });

  it('is not read from thoughts that were cut off at the limit', async () => {
    const { stored } = await draftFrom([
      whole({ content: '', reasoning_content: `Hm. ${bad}` }, 'length'),
    ]);
    expect(stored).toEqual([]);
  });
});
