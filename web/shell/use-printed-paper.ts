import { useEffect } from 'react'
import type { PaperSize } from '#contract/paper-sizes.ts'
import { useMembership } from '#web/lib/membership.ts'

/** As printers know them: a page rule takes no variable and no class. */
const sizes: Readonly<Record<PaperSize, string>> = { A4: 'A4', Letter: 'letter' }

/** Lists are printed on the company's paper, on its side. */
export function usePrintedPaper(): void {
  const { paperSize } = useMembership().account
  useEffect(() => {
    const rule = new CSSStyleSheet()
    rule.replaceSync(`@media print { @page { size: ${sizes[paperSize]} landscape; margin: 8mm } }`)
    document.adoptedStyleSheets.push(rule)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== rule)
    }
  }, [paperSize])
}
