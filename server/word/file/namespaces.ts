const OFFICE = 'http://schemas.openxmlformats.org'
const STRICT = 'http://purl.oclc.org/ooxml'
const MICROSOFT = 'http://schemas.microsoft.com/office/word'

const PREFIX_OF: ReadonlyMap<string, string> = new Map([
  [`${OFFICE}/wordprocessingml/2006/main`, 'w'],
  [`${STRICT}/wordprocessingml/main`, 'w'],
  [`${OFFICE}/officeDocument/2006/relationships`, 'r'],
  [`${STRICT}/officeDocument/relationships`, 'r'],
  [`${OFFICE}/markup-compatibility/2006`, 'mc'],
  [`${OFFICE}/drawingml/2006/main`, 'a'],
  [`${STRICT}/drawingml/main`, 'a'],
  [`${OFFICE}/drawingml/2006/wordprocessingDrawing`, 'wp'],
  [`${STRICT}/drawingml/wordprocessingDrawing`, 'wp'],
  [`${OFFICE}/drawingml/2006/picture`, 'pic'],
  [`${STRICT}/drawingml/picture`, 'pic'],
  [`${OFFICE}/officeDocument/2006/math`, 'm'],
  [`${STRICT}/officeDocument/math`, 'm'],
  [`${OFFICE}/package/2006/content-types`, 'ct'],
  [`${OFFICE}/package/2006/relationships`, 'rel'],
  [`${MICROSOFT}/2010/wordml`, 'w14'],
  [`${MICROSOFT}/2012/wordml`, 'w15'],
  [`${MICROSOFT}/2010/wordprocessingShape`, 'wps'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
])

/** Of the markup that a picture is made of. */
export interface PictureNamespaces {
  drawing: string
  wordDrawing: string
  picture: string
  relationships: string
  image: string
}

export function pictureNamespaces(isStrict: boolean): PictureNamespaces {
  const [base, year] = isStrict ? [STRICT, ''] : [OFFICE, '2006/']
  const relationships = `${base}/officeDocument/${year}relationships`
  return {
    drawing: `${base}/drawingml/${year}main`,
    wordDrawing: `${base}/drawingml/${year}wordprocessingDrawing`,
    picture: `${base}/drawingml/${year}picture`,
    relationships,
    image: `${relationships}/image`,
  }
}

export function isStrictNamespace(uri: string): boolean {
  return uri.startsWith(STRICT)
}

/** The prefix the engine calls a namespace by, for those it knows. */
export function canonicalPrefix(uri: string): string | undefined {
  return PREFIX_OF.get(uri)
}

/** The last step of a relationship's type, such as `header`, the same in both variants of the format. */
export function relationshipKind(type: string): string {
  return type.slice(type.lastIndexOf('/') + 1)
}
