/** Hands a file to the browser, which puts it where the person keeps downloads. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after this turn; freeing it at once would cancel the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
