/** The message tells a person what to do and holds no secret. */
export class DatabaseOpenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseOpenError';
  }
}

export class DatabaseInUseError extends DatabaseOpenError {}
