interface Known {
  status: number;
  type: string;
  message: string;
}

const invalid = (status: number, message: string): Known => ({
  status,
  type: 'invalid_request_error',
  message,
});
const unpaid = (message: string): Known => ({ status: 429, type: 'insufficient_quota', message });

/** By code (wire W7). */
const known: Record<string, Known> = {
  context_length_exceeded: invalid(400, "This model's maximum context length was exceeded."),
  unsupported_parameter: invalid(400, 'Unsupported parameter.'),
  unsupported_value: invalid(400, 'Unsupported value.'),
  invalid_json_schema: invalid(400, 'Invalid schema for response_format.'),
  invalid_api_key: invalid(401, 'Incorrect API key provided.'),
  model_not_found: invalid(404, 'The model does not exist or you do not have access to it.'),
  rate_limit_exceeded: { status: 429, type: 'requests', message: 'Rate limit reached for requests.' },
  slow_down: { status: 429, type: 'rate_limit_error', message: 'Slow down.' },
  insufficient_quota: unpaid('You exceeded your current quota, please check your plan and billing details.'),
  credit_balance_exhausted: unpaid('Your credit balance is exhausted.'),
  server_is_overloaded: {
    status: 503,
    type: 'service_unavailable_error',
    message: 'The server is currently overloaded. Please try again later.',
  },
};

const usualCode: Record<number, string> = {
  401: 'invalid_api_key',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
  503: 'server_is_overloaded',
};

export const modelError = (code?: string, status?: number, message?: string, param: string | null = null) => {
  const name = code ?? usualCode[status ?? 500];
  const usual = known[name ?? ''] ?? {
    status: 500,
    type: status !== undefined && status < 500 ? 'invalid_request_error' : 'server_error',
    message: 'The server had an error while processing your request.',
  };
  const error = { message: message ?? usual.message, type: usual.type, param, code: name ?? null };
  return { status: status ?? usual.status, body: { error } };
};

/** Local servers may send the message alone. */
export class ModelFailure extends Error {
  readonly answer: { status: number; body: unknown };
  constructor(answer: { status: number; body: unknown }) {
    super('The model refuses the request.');
    this.name = 'ModelFailure';
    this.answer = answer;
  }
}
