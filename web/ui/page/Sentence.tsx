import { sentenceAndReference } from '#web/lib/problem.ts'

/** A sentence of `messageOf`, whose reference is selected by one click so that it can be copied and quoted. */
export function Sentence({ text }: { text: string }) {
  const { sentence, reference } = sentenceAndReference(text)
  if (reference === undefined) return text
  return (
    <>
      {sentence} Reference: <span className="reference">{reference}</span>
    </>
  )
}
