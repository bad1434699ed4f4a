/** A record as the JSON that PostgreSQL made of it: nothing reads it on its way to the caller. */
export class WrittenRecord {
  readonly text: string
  readonly version: number

  constructor(text: string, version: number) {
    this.text = text
    this.version = version
  }
}
