/** Its message tells a person why the database cannot be used and what to do. It holds no secret. */
export class DatabaseOpenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseOpenError';
  }
}

/** Another process has the database open. */
export class DatabaseInUseError extends DatabaseOpenError {}
