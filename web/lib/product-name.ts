/** What the product is called here: the server writes its brand into the page. */
export const productName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Lading'
