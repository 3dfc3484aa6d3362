/**
 * The JSON object in a model's answer, however it is wrapped: code fences, thinking aloud, a sentence around it.
 * Undefined where there is none.
 */
export function jsonAnswer(text: string): unknown {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/i, '').trim();
  const unfenced = /^```\w*\s*\n?([\s\S]*?)\n?\s*```$/.exec(answer)?.[1] ?? answer;
  return parse(unfenced) ?? parse(unfenced.slice(unfenced.indexOf('{'), unfenced.lastIndexOf('}') + 1));
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
