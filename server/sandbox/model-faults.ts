import type { ModelFault } from './faults.ts';

/** The text a model generated, before the server wraps it in its response format. */
export interface ModelAnswer {
  text: string;
  refusal: string | null;
  finish: 'stop' | 'length' | 'content_filter';
}

const distort = (text: string, fault: ModelFault): string => {
  switch (fault.behaviour) {
    case 'bad-json':
      return `Here is the result:\n${text.slice(0, -1)}, "trailing": }\nLet me know.`;
    case 'wrong-shape':
      return '{"answer":"This is an object of another shape."}';
    case 'fenced':
      return `Here is the result:\n\`\`\`json\n${text}\n\`\`\``;
    case 'cut-off':
      return text.slice(0, Math.ceil(text.length / 3));
    case 'empty':
      return '';
    case 'text':
      return fault.text ?? '';
    default:
      return text;
  }
};

export function withFault(text: string, fault: ModelFault | null): ModelAnswer {
  if (!fault) return { text, refusal: null, finish: 'stop' };
  switch (fault.behaviour) {
    case 'content-filter':
      return { text: '', refusal: null, finish: 'content_filter' };
    case 'refusal':
      return {
        text: '',
        refusal: 'I’m sorry, but I can’t help with that request.',
        finish: 'stop',
      };
    default:
      return {
        text: distort(text, fault),
        refusal: null,
        finish: fault.behaviour === 'cut-off' ? 'length' : 'stop',
      };
  }
}
