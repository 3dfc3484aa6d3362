interface ErrorDetails {
  message: string;
  type: string | null;
  param: string | null;
  code: string | null;
}

export interface ModelError {
  status: number;
  /** Some local servers send the message alone (WIRE C.5). */
  body: { error: ErrorDetails | string };
}

interface Known {
  status: number;
  type: string | null;
  message: string;
  param?: string;
}

/** Codes of WIRE C.3. */
const known: Record<string, Known> = {
  context_length_exceeded: {
    status: 400,
    type: 'invalid_request_error',
    message: "This model's maximum context length was exceeded.",
    param: 'messages',
  },
  unsupported_parameter: { status: 400, type: 'invalid_request_error', message: 'Unsupported parameter.' },
  unsupported_value: { status: 400, type: 'invalid_request_error', message: 'Unsupported value.' },
  invalid_json_schema: {
    status: 400,
    type: 'invalid_request_error',
    message: 'Invalid schema for response_format.',
    param: 'response_format',
  },
  invalid_api_key: { status: 401, type: 'invalid_request_error', message: 'Incorrect API key provided.' },
  unsupported_country_region_territory: {
    status: 403,
    type: 'request_forbidden',
    message: 'Country, region, or territory not supported',
  },
  model_not_found: {
    status: 404,
    type: 'invalid_request_error',
    message: 'The model does not exist or you do not have access to it.',
  },
  rate_limit_exceeded: { status: 429, type: 'requests', message: 'Rate limit reached for requests.' },
  slow_down: { status: 429, type: 'rate_limit_error', message: 'Slow down.' },
  insufficient_quota: {
    status: 429,
    type: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
  credit_balance_exhausted: {
    status: 429,
    type: 'insufficient_quota',
    message: 'Your credit balance is exhausted.',
  },
  organization_spend_limit_exceeded: {
    status: 429,
    type: 'insufficient_quota',
    message: 'Your organization has reached its spend limit.',
  },
  project_spend_limit_exceeded: {
    status: 429,
    type: 'insufficient_quota',
    message: 'Your project has reached its spend limit.',
  },
  organization_usage_limit_exceeded: {
    status: 429,
    type: 'insufficient_quota',
    message: 'Your organization has reached its usage limit.',
  },
  server_is_overloaded: {
    status: 503,
    type: 'service_unavailable_error',
    message: 'The server is currently overloaded. Please try again later.',
  },
};

const usualCode: Record<number, string> = {
  401: 'invalid_api_key',
  403: 'unsupported_country_region_territory',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
  503: 'server_is_overloaded',
};

/** An error of the model's API; without a code the one its status usually comes with. */
export const modelError = (code?: string, status?: number, message?: string, param?: string): ModelError => {
  const name = code ?? usualCode[status ?? 500];
  const found = name ? known[name] : undefined;
  return {
    status: status ?? found?.status ?? 500,
    body: {
      error: {
        message: message ?? found?.message ?? 'The server had an error while processing your request.',
        type: found?.type ?? 'server_error',
        param: param ?? found?.param ?? null,
        code: name ?? null,
      },
    },
  };
};

/** How LM Studio refuses a response_format that it does not know. */
export const unknownFormat: ModelError = {
  status: 400,
  body: { error: "'response_format.type' must be 'text'; 'json_schema' is not supported" },
};

/** Thrown by the model's endpoints and sent by their error handler. */
export class ModelFailure extends Error {
  readonly answer: ModelError;
  constructor(answer: ModelError) {
    const { error } = answer.body;
    super(typeof error === 'string' ? error : error.message);
    this.name = 'ModelFailure';
    this.answer = answer;
  }
}
