/** Why an export was not imported, in words for whoever runs the server; nothing of it was kept. */
export class ImportError extends Error {
  override name = 'ImportError'
}
