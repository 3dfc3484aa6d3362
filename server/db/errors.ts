/** The database cannot be used; the message tells a person why and what to do. It holds no secret. */
export class DatabaseOpenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseOpenError';
  }
}

/** Another process has the database open. */
export class DatabaseInUseError extends DatabaseOpenError {}
