/** A structured answer: the JSON Schema the model is given, and how we read what it really sent. */
export interface ResponseSchema<T> {
  name: string;
  schema: Record<string, unknown>;
  /** Null where the answer cannot be used. */
  read(answer: unknown): T | null;
}
